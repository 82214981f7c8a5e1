"""The `run` fence: code, command, output by rank, and where it ran, as HTML that needs no script.

It reads records and runs nothing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from markupsafe import Markup

from lockstep.engine.machine import CPU
from lockstep.markdown import listing, player, run_output, what_if
from lockstep.markdown.told_above import Messages, messages_above
from lockstep.page import Fence
from lockstep.problem import LockstepError, command
from lockstep.project import Project
from lockstep.question import veil
from lockstep.snippet.embed import Embed, parse_embed
from lockstep.snippet.event import parse_event
from lockstep.snippet.snippet import Region, Snippet

_TALL = 22  # lines of code that stand open


def html(project: Project, path: str, fence: Fence) -> Markup:
    """Render one fence. `path` is its page.

    Raises:
        LockstepError: it asks for something that is not there, or not on record.
    """
    embed = parse_embed(fence.body)
    snippet = project.find(embed.name)
    problems = [*project.missing(path, fence), *(snippet.problems if snippet else ())]
    if problems or snippet is None:
        raise LockstepError(problems)
    if snippet.needs.cpu and project.record(snippet, CPU) is None:
        stale = (0, f"{snippet.name} has no current record.", f"Run: {command('record', snippet.name)}")
        raise LockstepError(fence.placed(path, [stale]))
    name = embed.anchor
    parts, folds = [_head(name, snippet, _veiled(project, path, fence))], []
    if embed.show != "output":
        span = snippet.regions[embed.region] if embed.region else Region(snippet.body_line, len(snippet.lines))
        is_run = bool(project.records(snippet))
        before = project.find(embed.before) if embed.before else None
        if before:
            parts.append(_difference(before, snippet, embed))
            folds.append(_whole_file(before, f"{name}-before", "Before"))
        else:
            parts.append(_once(project, path, fence, _folded_code(snippet, span, f"{name}-code", is_run)))
        folds.append(_whole_file(snippet, f"{name}-file"))
    parts.append(_command(snippet, f"{name}-command"))
    if embed.show not in ("code", "output") and not embed.before:
        folds.append(what_if.html(project, snippet, span))
    below = Markup("").join([*folds, player.html(path, snippet)])
    waiting, above = _awaiting(project, path, fence, snippet), messages_above(project, path, fence)
    parts.append(_outputs(project, snippet, embed, below, waiting, above) if embed.show != "code" else below)
    return Markup("").join([*parts, Markup("</figure>")])


def _veiled(project: Project, path: str, fence: Fence) -> Markup:
    """What tells the script until which answers it veils a run, and whether its code too; empty where it does not."""
    page = project.pages.get(path)
    asked = veil.asked_above(path, page, fence) if page else []
    fix = " data-fix" if page and veil.is_fix(path, page, fence) else ""
    return Markup(' data-asked="{}"{}').format(" ".join(asked), fix) if asked else Markup("")


def _head(name: str, snippet: Snippet, veiled: Markup) -> Markup:
    """The opening of a run and its title."""
    claim = Markup("<span>{}</span>").format(snippet.claim) if veiled else snippet.claim
    opening = Markup('<figure class="ls-run" id="{}"{}><figcaption>{}</figcaption>')
    return opening.format(name, veiled, claim)


def _folded_code(snippet: Snippet, span: Region, name: str, is_run: bool) -> Markup:
    """The code of a run. A long program shows its first lines and a switch; one that nothing has run, a switch."""
    code = listing.code(snippet, span, name)
    lines = str(code).count("\n") - 1
    if is_run and lines <= _TALL:
        return code
    words = f"All {lines} lines" if is_run else f"The program: {lines} lines"
    switch = Markup(
        '<label class="ls-more"><input type="checkbox" aria-label="{0} of {1}"><span>{0}</span></label>'
    ).format(words, snippet.name)
    return Markup('<div class="ls-tall{}">{}{}</div>').format("" if is_run else " ls-unrun", code, switch)


def _once(project: Project, path: str, fence: Fence, code: Markup) -> Markup:
    """The code of a run. Where a question above shows the same lines, the style sheet shows one of the two, and the
    script is told which lines of the question to light up. Where the question is further up, the run says so."""
    page = project.pages.get(path)
    question = veil.shown_above(path, page, fence) if page else None
    if not page or not question:
        return code
    hidden = Markup('<div class="ls-twice" data-of="q-{}">{}</div>').format(question.id, code)
    if not veil.is_apart(page, question, fence):
        return hidden
    link = Markup('<a href="#q-{}">Go to the question</a>').format(question.id)
    return hidden + Markup('<p class="ls-where ls-code-at">The code is that of the question above. {}</p>').format(link)


def _difference(before: Snippet, snippet: Snippet, embed: Embed) -> Markup:
    """The lines in which a program differs from another, with those around them."""
    old, new = (textwrap.dedent("\n".join(listing.lines_of(at, embed.region))).split("\n") for at in (before, snippet))
    return Markup('<div class="ls-changes">{}</div>').format(listing.diff(old, new, f"{embed.anchor}-code", around=1))


def _whole_file(snippet: Snippet, name: str, title: str = "Whole file") -> Markup:
    whole = listing.code(snippet, Region(1, len(snippet.lines)), name)
    path = Markup('<p class="ls-where"><code>{}</code></p>').format(snippet.path)
    return Markup('<details class="ls-file"><summary>{}</summary>{}{}</details>').format(title, path, whole)


def _command(snippet: Snippet, name: str) -> Markup:
    several = " ls-prompts" if "\n" in snippet.command.text else ""  # each line begins with the name of its host
    text = Markup("<pre><code>{}</code></pre>").format(snippet.command.text)
    events = "; ".join(str(parse_event(text)) for text in snippet.needs.events)
    then = Markup('<p class="ls-where">Meanwhile: {}.</p>').format(events) if events else ""
    return Markup('<div class="ls-command{} highlight" id="{}">{}</div>{}').format(several, name, text, then)


def _awaiting(project: Project, path: str, fence: Fence, snippet: Snippet) -> Markup:
    """Says that a run is not on record on a GPU. A page says it once, with the number of runs below that wait too."""
    page = project.pages.get(path)
    runs = [one for one in page.fences if one.kind == "run"] if page else []
    waiting = [one.line for one in runs if _waits(project, project.find(parse_embed(one.body).name))]
    if not _waits(project, snippet) or waiting[:1] not in ([], [fence.line]):
        return Markup("")
    many = f"{snippet.needs.gpus} GPUs" if snippet.needs.gpus > 1 else "a GPU"
    others = len(waiting) - 1
    more = f", like {others} more run{'s' * (others > 1)} below" if others > 0 else ""
    note = Markup('<p class="ls-where ls-awaiting" title="{}">Not yet on {}{}</p>')
    return note.format(not_yet(many), many, more)


def _waits(project: Project, snippet: Snippet | None) -> bool:
    """Whether a snippet is to run on GPUs and no GPU is on record."""
    if snippet is None or not snippet.needs.gpus:
        return False
    return all(record.profile == CPU for record in project.records(snippet))


def _outputs(
    project: Project, snippet: Snippet, embed: Embed, below: Markup, waiting: Markup, above: Messages
) -> Markup:
    """What each profile on record printed, as tabs where there are several, and where it ran. `waiting` says what is
    not on record. `below` stands between the output and where it ran; several outputs have it below them all."""
    records = project.records(snippet)
    blocks = [
        (run_output.output_rows(snippet, record, embed, above), run_output.provenance(snippet, record))
        for record in records
    ]
    if snippet.needs.differs:
        why = snippet.needs.differs
        waiting += Markup('<p class="ls-where">A GPU prints something else. {}</p>').format(why)
    if len(blocks) == 1:
        printed, ran = blocks[0]
        return printed + below + ran + waiting
    names = [run_output.profile_name(record.profile) for record in records]
    tabs = [(name, printed + ran) for name, (printed, ran) in zip(names, blocks, strict=True)]
    return (_tabs(embed.anchor, tabs) if tabs else Markup("")) + below + waiting


def not_yet(device: str) -> str:
    """The sentence for a program that no GPU has run; all pages use the same words."""
    return f"Not yet recorded on {device}: no output here comes from one."


def _tabs(name: str, blocks: Sequence[tuple[str, Markup]]) -> Markup:
    """Tabs in the markup of pymdownx.tabbed: radio buttons, so they work without a script; print shows all."""
    numbers = range(1, len(blocks) + 1)
    button = Markup('<input id="{0}-{1}" name="{0}" type="radio"{2}>')
    inputs = Markup("").join(button.format(name, n, " checked" * (n == 1)) for n in numbers)
    label = Markup('<label for="{}-{}">{}</label>')
    labels = Markup("").join(label.format(name, n, title) for n, (title, _) in zip(numbers, blocks, strict=True))
    bodies = Markup("").join(Markup('<div class="tabbed-block">{}</div>').format(body) for _, body in blocks)
    return Markup(
        '<div class="tabbed-set tabbed-alternate" data-tabs="{}:{}">{}'
        '<div class="tabbed-labels">{}</div><div class="tabbed-content">{}</div></div>'
    ).format(name, len(blocks), inputs, labels, bodies)
