"""The `run` fence: code, command, output by rank, and where it ran, as HTML that needs no script.

It reads records and runs nothing.
"""

from __future__ import annotations

import re
import signal
import textwrap
from collections.abc import Sequence

from markupsafe import Markup

from lockstep.engine.job import signal_name
from lockstep.engine.machine import CPU, gpu_count
from lockstep.explain.entry import of_fence
from lockstep.markdown import listing, player, what_if
from lockstep.page import Fence
from lockstep.problem import LockstepError, command
from lockstep.project import Project
from lockstep.question import veil
from lockstep.record import origin, output
from lockstep.record.record import RankRecord, Record
from lockstep.snippet.embed import Embed, parse_embed
from lockstep.snippet.event import parse_event
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Region, Snippet

_NUMBER = re.compile(r"\d+")
_TALL = 22  # lines of code that stand open
_LONG, _WIDE = 6, 80  # lines of a message; letters of a line
LONGEST, WIDEST = 12, 400  # lines of a message in the head of an error entry, letters of a line; a run below shows all
Messages = dict[str, tuple[str, ...]]  # lines, by their text without numbers
_BACKEND = re.compile(r"init_process_group\(\s*(?:backend=)?[\"']([\w:,]+)[\"'](?!\s+if\b)")


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
    waiting, above = _awaiting(project, path, fence, snippet), _messages_above(project, path, fence)
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


def _messages_above(project: Project, path: str, fence: Fence) -> Messages:
    """The long messages that a page shows in full above a run."""
    page = project.pages.get(path)
    shown: Messages = {}
    for one in page.fences if page else ():
        if one.line >= fence.line:
            break
        is_head = one.kind == "error"
        for snippet in filter(None, map(project.find, _shown_by(path, one))):
            for record in project.records(snippet):
                said = [_message(snippet, rank) for rank in record.ranks]
                shown = {_alike(lines): lines for lines in said[::-1] if _is_told(lines, is_head)} | shown
    return shown


def _shown_by(path: str, fence: Fence) -> Sequence[str]:
    """The programs whose output a fence shows: those of the head of an error entry, or that of a run."""
    if fence.kind == "error":
        return of_fence(path, fence).broken
    embed = parse_embed(fence.body)
    return [embed.name] if fence.kind == "run" and embed.show != "code" else []


def _is_told(message: tuple[str, ...], is_head: bool) -> bool:
    """Whether a message is long, and shown in full: the head of an error entry cuts the longest."""
    is_cut = is_head and (len(message) > LONGEST or max(map(len, message), default=0) > WIDEST)
    return _is_long(message) and not is_cut


def _message(snippet: Snippet, rank: RankRecord) -> tuple[str, ...]:
    error = output.raised(rank.stderr, snippet.path)
    return tuple(map(without_marker, str(error).split("\n"))) if error else ()


def _shortened(lines: tuple[str, ...], message: tuple[str, ...], above: Messages) -> tuple[str, ...]:
    """A traceback without the long message at its end that the page shows above, but for lines that differ from it."""
    told = above.get(_alike(message), ())
    start = next((number for number, line in enumerate(lines) if told and line.endswith(message[0])), len(lines))
    end = start + len(message)
    if not told or not _is_long(lines[start:end]):
        return lines
    first = lines[start]
    if message[0] == told[0] and len(first) > _WIDE:
        first = f"{first[:_WIDE].rpartition(' ')[0]} …"
    own = [line for line in lines[start + 1 : end] if line not in told]
    return (*lines[:start], first, *own, "… in full above", *lines[end:])


def _outputs(
    project: Project, snippet: Snippet, embed: Embed, below: Markup, waiting: Markup, above: Messages
) -> Markup:
    """What each profile on record printed, as tabs where there are several, and where it ran. `waiting` says what is
    not on record. `below` stands between the output and where it ran; several outputs have it below them all."""
    records = project.records(snippet)
    blocks = [(output_rows(snippet, record, embed, above), provenance(snippet, record)) for record in records]
    if snippet.needs.differs:
        why = snippet.needs.differs
        waiting += Markup('<p class="ls-where">A GPU prints something else. {}</p>').format(why)
    if len(blocks) == 1:
        printed, ran = blocks[0]
        return printed + below + ran + waiting
    names = [_profile_name(record.profile) for record in records]
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


def output_rows(snippet: Snippet, record: Record, embed: Embed, above: Messages | None = None) -> Markup:
    """What each rank printed; for a job with several rendezvous, one part for each. `above` is not said again."""
    if any(rank.rounds for rank in record.ranks):
        return _by_round(snippet, record)
    errors = folded([_error(snippet, rank, embed) for rank in record.ranks])
    if above and not embed.stderr:
        pairs = zip(errors, record.ranks, strict=True)
        errors = [_shortened(lines, _message(snippet, rank), above) for lines, rank in pairs]
    stacks = [output.short_stack(rank.stack, snippet.path) for rank in record.ranks]
    parts = zip(record.ranks, errors, stacks, strict=True)
    return rows(snippet, record, [(*rank.stdout, *error, *stack) for rank, error, stack in parts])


def _by_round(snippet: Snippet, record: Record) -> Markup:
    """What was printed between one rendezvous and the next, by the ranks of that time."""
    places = [(number, rank, met) for number, rank in enumerate(record.ranks) for met in rank.rounds]
    html = Markup("")
    for count in sorted({met.number for _, _, met in places}):
        here = sorted((met.rank, number, rank, met) for number, rank, met in places if met.number == count)
        size = here[0][3].world_size
        html += Markup('<p class="ls-round">Rendezvous {}: world size {}</p>').format(count + 1, size)
        for at, number, rank, met in here:
            later = [other for other in rank.rounds if other.number > count]
            stdout = rank.stdout[met.stdout : later[0].stdout if later else None]
            stderr = rank.stderr[met.stderr : later[0].stderr if later else None]
            error = output.raised(stderr, snippet.path)
            lines = (*stdout, *([f"{error.type}: {error.text}"] if error else ()))
            html += _row(snippet, [at], lines, "" if later else _ending(snippet, record, number), rank.host)
    return _output("ls-out", html, snippet)


def _output(style: str, html: Markup, snippet: Snippet) -> Markup:
    block = Markup('<div class="{}" role="group" aria-label="Output">{}</div>{}')
    return block.format(style, html, _simulated(snippet))


def folded(said: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Messages of ranks. A long one that differs from another only in its numbers is replaced by a reference."""
    first: dict[str, int] = {}
    short = []
    for number, lines in enumerate(said):
        same = first.setdefault(_alike(lines), number)
        is_new = lines == said[same] or not _is_long(lines)
        short.append(lines if is_new else (f"… as rank {same}, but for numbers",))
    return short


def _alike(lines: Sequence[str]) -> str:
    """The same for messages that differ only in their numbers."""
    return _NUMBER.sub("0", "\n".join(lines))


def _is_long(lines: Sequence[str]) -> bool:
    return sum(1 + len(line) // _WIDE for line in lines) >= _LONG


def rows(snippet: Snippet, record: Record, said: Sequence[tuple[str, ...]]) -> Markup:
    """Lines by rank. Ranks with the same lines share a row."""
    groups: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for number, lines in enumerate(said):
        groups.setdefault((lines, _ending(snippet, record, number)), []).append(number)
    places = [{record.ranks[rank].host for rank in ranks} for ranks in groups.values()]
    hosts = ["".join(names) if len(names) == 1 else "" for names in places]
    pairs = zip(groups.items(), hosts, strict=True)
    html = Markup("").join(_row(snippet, ranks, *row, host) for (row, ranks), host in pairs)
    named = not any(hosts) and all(
        "".join(lines[:1]).startswith(f"rank {ranks[0]}") for (lines, _), ranks in groups.items()
    )
    style = "ls-out ls-named" if named and len(groups) == len(record.ranks) else "ls-out"  # "rank 0 ..."
    return _output(style, html, snippet)


def _row(snippet: Snippet, ranks: list[int], lines: tuple[str, ...], ending: str, host: str) -> Markup:
    who = Markup("")
    if snippet.command.ranks:
        chips = Markup("").join(Markup('<i class="ls-r{}"></i>').format(rank % 8) for rank in ranks)
        spans = Markup('<span class="ls-chips" aria-hidden="true">{}</span><span>{}</span>')
        who = spans.format(chips, _named(snippet, output.rank_span(ranks)))
        who += Markup('<span class="ls-host">{}</span>').format(host) if host else ""
        who = Markup('<div class="ls-who">{}</div>').format(who)
    text = "\n".join(lines)
    style = Markup(' class="ls-columns"') if output.in_columns(lines) else ""
    body = Markup("<pre{}><samp>{}</samp></pre>").format(style, text) if text else ""
    note = Markup('<p class="ls-end">{}</p>').format(ending) if ending else ""
    if not body and not note:
        note = Markup('<p class="ls-quiet">printed nothing</p>')
    return Markup('<div class="ls-rank">{}<div class="ls-said">{}{}</div></div>').format(who, body, note)


def _named(snippet: Snippet, ranks: str) -> str:
    """What ranks are called: those of a job array are jobs, which know nothing of each other."""
    slurm = snippet.command.slurm
    return ranks.replace("rank", "job") if slurm and slurm.array else ranks


def _error(snippet: Snippet, rank: RankRecord, embed: Embed) -> tuple[str, ...]:
    """What a rank wrote to standard error, where it is asked for; else the exception that it raised."""
    if embed.stderr:
        return tuple(map(without_marker, output.of_program(rank.stderr)))
    error = output.raised(rank.stderr, snippet.path)
    return tuple(without_marker(line) for line in output.short_traceback(error, snippet.path)) if error else ()


def _ending(snippet: Snippet, record: Record, number: int) -> str:
    """How a rank ended, where it did not simply finish."""
    rank = record.ranks[number]
    if record.end == "hang" and rank.exit is None:
        where = f"line {rank.line}: {without_marker(snippet.lines[rank.line - 1]).strip()}" if rank.line else "exit"
        return f"still waiting after {snippet.needs.timeout:g} s at {where}"
    if snippet.command.slurm and rank.exit in (-signal.SIGTERM, -signal.SIGKILL) and record.first != number:
        return f"ended by Slurm ({signal_name(-rank.exit)}), because another task failed"
    if rank.exit == -signal.SIGTERM and record.first != number:
        return "ended by the launcher (SIGTERM), because another rank failed"
    if rank.exit == -signal.SIGKILL and rank.host:
        return "its host was killed"
    if rank.exit is not None and rank.exit < 0:
        return f"killed by {signal_name(-rank.exit)}"
    return f"exit status {rank.exit}" if rank.exit and not output.raised(rank.stderr, snippet.path) else ""


def _profile_name(profile: str) -> str:
    count = gpu_count(profile)
    return f"{count} × {profile.partition('x')[2].upper()}" if count else "CPU"


def provenance(snippet: Snippet, record: Record) -> Markup:
    """Where it ran: device and ranks, and on demand backend, torch, Python, seconds, date and origin."""
    env = record.environment
    device = f"CPU, {env['cpu']}, {env['cores']} cores"
    if count := gpu_count(record.profile):
        device = f"{snippet.needs.gpus} of " * (snippet.needs.gpus < count) + _profile_name(record.profile)
    ranks = snippet.command.ranks
    backend = _backend(snippet, record.profile)
    facts = [
        f"{ranks} rank{'s' * (ranks > 1)} over {backend}"
        if ranks and backend
        else _named(snippet, f"{ranks} ranks")
        if ranks
        else "one process",
        *([env["hosts"]] if "hosts" in env else ()),
        f"torch {env.get('torch', '?')}",
        *(f"{name.upper()} {env[name]}" for name in ("cuda", "nccl") if name in env),
        f"Python {env['python']}",
        f"{record.seconds:.1f} s",
    ]
    items = Markup("").join(Markup("<span>{}</span>").format(fact) for fact in facts)
    when = Markup('<span>recorded <time datetime="{0}">{0}</time></span>').format(record.date)
    made = Markup("<span>{}</span>").format(origin.words(snippet.root, record))
    line = Markup('<p class="ls-where"><b>{}</b>{}{}{}</p>').format(device, items, when, made)
    chip = Markup("<b>{}</b>, {}").format(_profile_name(record.profile), facts[0])
    return Markup('<details class="ls-file ls-ran"><summary>{}</summary>{}</details>').format(chip, line)


def _simulated(snippet: Snippet) -> Markup:
    """A label for a run in which one process stood in for several ranks; else empty."""
    ranks = snippet.needs.simulates
    label = Markup('<p class="ls-where ls-simulated">SIMULATED: one process stands in for up to {:,} ranks</p>')
    return label.format(ranks) if ranks else Markup("")


def _backend(snippet: Snippet, profile: str) -> str:
    """The backend a snippet asks for; where it leaves the choice to torch, what torch takes for the device."""
    if "init_process_group" not in snippet.source and "init_device_mesh" not in snippet.source:
        return ""
    match = _BACKEND.search(snippet.source)
    return match[1] if match else "gloo" if profile == CPU else "nccl"
