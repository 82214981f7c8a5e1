"""The pages of the error index: the head of each entry, the list of all with the field to paste a log into, the rules.

An `error` fence is the head of an entry: when it strikes, cause, cure, and the message of each rank as it is on record.
An `errors` fence is the index; it becomes Markdown, so that the builder resolves and checks its links.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape, unescape

from lockstep.explain import clues, entry
from lockstep.explain.entry import SHORT, STRIKES, Entry
from lockstep.markdown import run_fence
from lockstep.markdown.conversion import Conversion
from lockstep.markdown.inline import inline
from lockstep.page import Fence, Page, fences
from lockstep.problem import LockstepError, Problem, did_you_mean
from lockstep.project import Project
from lockstep.record import output
from lockstep.record.record import RankRecord
from lockstep.snippet import embed
from lockstep.snippet.snippet import Snippet

PARTS = ("Cause", "Broken", "Mended", "Look-alikes", "More")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_LIST = '<div class="ls-errors" markdown>'
_LONGEST, _WIDEST = 12, 400  # lines of a message, letters of a line; the run below has it whole
_KINDS = {"cause": "an error", "warning": "a warning", "consequence": "follows from another failure"}
# All of the field stands in the page, so that nothing moves when the script comes; the script makes it work.
_FIELD = """<p class="ls-unscripted">With JavaScript, a field to paste a log into stands here. A terminal has the same:
<code>python -m lockstep explain &lt; job.log</code></p>
<label for="ls-log">Paste the log of the job, all ranks, from the first error on</label>
<textarea id="ls-log" rows="9" spellcheck="false" autocomplete="off"></textarea>
<p class="ls-buttons"><button type="button" class="ls-button ls-main">Find the cause</button>
<button type="button" class="ls-button">Open a file</button>
<button type="button" class="ls-button">Clear</button><input type="file" hidden></p>
<p class="ls-quiet">The log stays in this browser; nothing is sent. In a terminal:
<code>python -m lockstep explain &lt; job.log</code></p>
<div class="ls-verdict" tabindex="-1" role="region" aria-label="What the log says" hidden></div>
"""


def html(project: Project, path: str, fence: Fence) -> str:
    """Render the head of an entry. `path` is its page.

    Raises:
        LockstepError: something is wrong with the fence.
    """
    one = entry.of_fence(path, fence)
    if one.problems:
        raise LockstepError(one.problems)
    kind = _KINDS[one.role] if one.says else "no message"
    first = project.find(one.broken[0])
    if first and first.needs.expect == "hang":
        kind = "a hang"
    facts = f"<span>strikes in <b>{one.strikes}</b></span><span>{kind}</span>"
    symptom = f"<dt>Symptom</dt> <dd>{inline(one.symptom)}</dd> " if one.symptom else ""
    texts = f"{symptom}<dt>Cause</dt> <dd>{inline(one.cause)}</dd> <dt>Cure</dt> <dd>{inline(one.fix)}</dd>"
    head = f'<p class="ls-error-facts">{facts}</p><dl>{texts}</dl>'
    said = "".join(_messages(project, one)) or _quote(one)
    return f'<div class="ls-error">{head}{said}{_others(one, said)}</div>'


def _messages(project: Project, one: Entry) -> Iterator[str]:
    """What each rank said on record, of each broken program and each profile."""
    shown: set[str] = set()
    for name in one.broken:
        snippet = project.find(name)
        if snippet is None:
            continue
        for record in project.records(snippet):
            said = [_said(snippet, rank, one) for rank in record.ranks]
            message = re.sub(r"\d+", "0", f"{record.profile} {said}")
            is_told = any(said) or record.end == "hang"
            if is_told and message not in shown:  # several programs may get the same message
                yield run_fence.rows(snippet, record, run_fence.folded(said))
            shown.add(message)
            yield from (_earlier(version, text) for version, text in record.earlier.items())


def _said(snippet: Snippet, rank: RankRecord, one: Entry) -> tuple[str, ...]:
    """The message of one rank: its exception, or the lines that the entry knows."""
    raised = output.raised(rank.stderr, snippet.path)
    text = str(raised).split("\n") if raised else []
    patterns = [pattern.split("*") for pattern in one.patterns]
    known = [line for line in (*rank.stdout, *rank.stderr) if any(clues.says(line, pieces) for pieces in patterns)]
    if known and not any(clues.says(line, pieces) for line in text for pieces in patterns):
        text = known
    cut = tuple(line if len(line) <= _WIDEST else f"{line[:_WIDEST]} …" for line in text[:_LONGEST])
    return cut + ("…",) * (len(text) > _LONGEST)


def _others(one: Entry, said: str) -> str:
    """Other words that lead here, which the messages above do not hold: search finds them too."""
    shown = unescape(said).split("\n")
    whole = [pattern for pattern in one.says if pattern not in SHORT and pattern.count("*") < 2]  # others are fragments
    words = [p for p in whole if not any(clues.says(line, p.split("*")) for line in shown)]
    items = "".join(f"<li><samp>{escape(re.sub(r' ?[*] ?', ' … ', text))}</samp></li>" for text in words)
    title = "It also reads:" if said else "Messages that lead here:"
    return f'<p class="ls-error-other">{title}</p><ul>{items}</ul>' if items else ""


def _earlier(version: str, text: str) -> str:
    return f'<p class="ls-error-other">torch {escape(version)} said:</p><pre><samp>{escape(text)}</samp></pre>'


def _quote(one: Entry) -> str:
    if one.quoted is None:
        return ""
    place = f"<code>{escape(one.quoted.file)}:{one.quoted.line}</code>"
    where = f"Quoted from the source of torch {escape(one.quoted.at)}, {place}."
    note = f'<p class="ls-where ls-awaiting">{where} {run_fence.not_yet("a GPU")}</p>'
    return f"<pre><samp>{escape(one.quoted.text)}</samp></pre>{note}"


def index(conversion: Conversion, fence: Fence) -> list[str]:
    """An `errors` fence as Markdown: the field to paste a log into, and the list of all entries."""
    entries = list(entry.entries(conversion.project.texts))
    return [conversion.md.htmlStash.store(paste(entries)), "", *listed(entries).split("\n")]


def listed(entries: list[Entry]) -> str:
    """The entries as lists of Markdown, by when they strike."""
    parts = []
    for word in STRIKES:
        ones = [one for one in entries if one.strikes == word]
        rows = [f"- [{_shown(one)}]({one.slug}.md){{data-error={one.slug}}}<br>{one.cause}" for one in ones]
        parts += [f"## {word.capitalize()}", _LIST, "\n".join(rows), "</div>"] if rows else []
    return "\n\n".join(parts)


def _shown(one: Entry) -> str:
    """A title as Markdown: as code where it is what torch says."""
    pieces = [pattern.split("*") for pattern in one.patterns]
    is_said = any(clues.says(one.title, piece) or one.title in "".join(piece) for piece in pieces)
    return f"`{one.title}`" if is_said and "`" not in one.title else _escaped(one.title)


def paste(entries: list[Entry]) -> str:
    """The field to paste a log into, with all that the script knows; without a script it says what to type."""
    known = [
        {
            "slug": one.slug,
            "title": one.title,
            "cause": inline(one.cause),
            "fix": inline(one.fix),
            "patterns": one.patterns,
            "waits": "@timeout" in one.says,
            "where": one.where,
            "role": one.role,
            "certain": one.certain,
        }
        for one in entries
    ]
    data = json.dumps(known, ensure_ascii=False).replace("</", "<\\/")
    script = f'<script type="application/json">{data}</script>'
    return f"<div><ls-explain data-search-exclude>{_FIELD}{script}</ls-explain></div>"


def _escaped(text: str) -> str:
    return re.sub(r"([*_\[\]<`])", r"\\\1", text)


def problems(project: Project) -> Iterator[Problem]:
    """What is wrong with the entries of a project and with their pages."""
    known: dict[tuple[str, tuple[str, ...]], Entry] = {}
    for one in entry.entries(project.texts):
        yield from one.problems
        yield from _of_page(project.pages[one.path], one)
        yield from _of_programs(project, one)
        for pattern in one.patterns:
            other = known.setdefault((pattern, one.where), one)
            if other is not one:
                what = f"error: {pattern!r} is also said by {other.path}:{other.line}."
                yield Problem(
                    one.path, one.line, what, "Take words that only one of them says, or tell them by 'where'."
                )


def _of_page(page: Page, one: Entry) -> Iterator[Problem]:
    for key in ("title", "description", "level", "search"):
        if not page.front.get(key):
            yield Problem(one.path, 1, f"its front matter has no {key}.", f"Add '{key}:'.")
    if f"# {one.title}" not in page.text.split("\n"):
        yield Problem(one.path, 0, "its heading is not its title.", f"Write '# {one.title}'.")
    if [title for title in page.headings.values() if title in PARTS] != list(PARTS):
        yield Problem(one.path, 0, "lacks a part, or has them in another order.", f"It has: {', '.join(PARTS)}.")
        return
    links = {part: _LINK.findall(text) for part, text in _parts(page.text).items()}
    if not any(re.fullmatch(r"[a-z0-9-]+\.md(#.*)?", link) for link in links["Look-alikes"]):
        yield Problem(one.path, 0, "its look-alikes name no other entry.", "Link one, and say how to tell them apart.")
    if not any(link.startswith("../") for link in links["More"]):
        yield Problem(one.path, 0, "its last part leads to no topic.", "Link a page, such as ../ddp/index.md#pitfalls.")
    if not any(link.startswith("https://github.com/") for link in links["More"]):
        yield Problem(one.path, 0, "its last part leads to no issue and no source.", "Link one on GitHub.")


def _parts(text: str) -> dict[str, str]:
    """Text below each heading of the second level."""
    words = re.split(r"(?m)^## +(.+?) *$", text)
    return dict(zip(words[1::2], words[2::2], strict=True))


def _of_programs(project: Project, one: Entry) -> Iterator[Problem]:
    page = project.pages[one.path]
    parts = _parts(page.text)
    for part, names in (("Broken", one.broken), ("Mended", one.mended)):
        shown = {embed.parse(block.body).name for block in fences(parts.get(part, "")) if block.kind == "run"}
        for name in names:
            program = project.snippets.get(name)
            if not program:
                todo = did_you_mean(name, project.snippets)
                yield Problem(one.path, one.line, f"error: no snippet {name}.", todo)
            elif name not in shown:
                yield Problem(one.path, one.line, f"error: {name} is not shown under {part}.", "Show it there.")
            elif part == "Mended" and program.needs.expect:
                what = f"error: {name} ends with {program.needs.expect}."
                yield Problem(one.path, one.line, what, "Name a program that passes.")
