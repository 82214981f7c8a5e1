"""The pages of the error index: the head of each entry, the list of all, the rules.

An `error` fence is the head of an entry: when it strikes, cause, fix, and the message of each rank as it is on record.
An `errors` fence is the index; it becomes Markdown, so that the builder resolves and checks its links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

from lockstep.explain import clues
from lockstep.explain.entry import FOLDER, NUMBER, SHORT, STRIKES, Entry, of_fence, spelled
from lockstep.explain.entry import entries as all_entries
from lockstep.markdown import run_fence, run_output
from lockstep.markdown.citation import SCHEME, SOURCE
from lockstep.markdown.conversion import Conversion
from lockstep.markdown.inline import escaped, inline
from lockstep.markdown.told_above import LONGEST, WIDEST
from lockstep.page import Fence, Page, fences
from lockstep.problem import LockstepError, Problem, did_you_mean
from lockstep.project import Project
from lockstep.record import output
from lockstep.record.record import RankRecord
from lockstep.snippet.embed import parse_embed
from lockstep.snippet.snippet import Snippet

PARTS = ("Cause", "Broken", "Fixed", "Look-alikes", "More")
_LINK = re.compile(r"""\]\(([^)\s]+)(?: +(?:".*?"|'.*?'))?\)""")
_LIST, _BREAK, _END = '<div class="ls-errors" markdown>', "<br>", "</div>"  # HTML within Markdown
_FILTER = '<div class="ls-filter"></div>'  # assets/entries.js fills it
_LISTED = 5  # messages that a page lists; the others are one press away
_KINDS = {
    "cause": "an error",
    "warning": "a warning",
    "consequence": "follows from another failure",
    "note": "a notice",
}


def html(project: Project, path: str, fence: Fence) -> Markup:
    """Render the head of an entry. `path` is its page.

    Raises:
        LockstepError: something is wrong with the fence.
    """
    entry = of_fence(path, fence)
    if wrong := [*_misplaced(path, fence), *entry.problems]:
        raise LockstepError(wrong)
    kind = _KINDS[entry.role] if entry.says else "no message"
    first = project.find(entry.broken[0]) if entry.broken else None
    if first and first.needs.expect == "hang":
        kind = "a hang"
    facts = Markup("<span>strikes in <b>{}</b></span><span>{}</span>").format(entry.strikes, kind)
    symptom = Markup("<dt>Symptom</dt> <dd>{}</dd> ").format(inline(entry.symptom)) if entry.symptom else ""
    texts = Markup("{}<dt>Cause</dt> <dd>{}</dd> <dt>Fix</dt> <dd>{}</dd>")
    texts = texts.format(symptom, inline(entry.cause), inline(entry.fix))
    head = Markup('<p class="ls-error-facts" data-search-exclude="">{}</p><dl>{}</dl>').format(facts, texts)
    said = Markup("").join(_messages(project, entry)) or _quote(entry)
    return Markup('<div class="ls-error">{}{}{}</div>').format(head, said, _others(entry, said))


def _messages(project: Project, entry: Entry) -> Iterator[Markup]:
    """What each rank said on record, of each broken program and each profile."""
    shown: set[str] = set()
    for name in entry.broken:
        snippet = project.find(name)
        if snippet is None:
            continue
        for record in project.records(snippet):
            said = [_said(snippet, rank, entry) for rank in record.ranks]
            message = re.sub(r"\d+", "0", f"{record.profile} {said}")
            is_told = any(said) or record.end == "hang"
            if is_told and message not in shown:  # several programs may get the same message
                rows = run_output.rows(snippet, record, run_output.folded(said))
                yield rows + run_output.provenance(snippet, record)
            shown.add(message)
            yield from (_earlier(version, text) for version, text in record.earlier.items())


def _said(snippet: Snippet, rank: RankRecord, entry: Entry) -> tuple[str, ...]:
    """The message of one rank: its exception, or the lines that the entry knows."""
    raised = output.raised(rank.stderr, snippet.path)
    text = str(raised).split("\n") if raised else []
    patterns = [pattern.split("*") for pattern in (*entry.patterns, *entry.early)]
    known = [line for line in (*rank.stdout, *rank.stderr) if any(clues.says(line, pieces) for pieces in patterns)]
    if known and not any(clues.says(line, pieces) for line in text for pieces in patterns):
        text = _once(known, patterns)
    cut = tuple(line if len(line) <= WIDEST else f"{line[:WIDEST]} …" for line in text[:LONGEST])
    return cut + ("…",) * (len(text) > LONGEST)


def _once(lines: list[str], patterns: list[list[str]]) -> list[str]:
    """The lines without those that repeat what one above says: NCCL's watchdog gives its message three times."""
    kept, said = list[str](), list[str]()
    for line in lines:
        if not any(words in line for words in said):
            start = min(line.find(pieces[0]) for pieces in patterns if clues.says(line, pieces))
            said.append(line[start:])
            kept.append(line)
    return kept


def _others(entry: Entry, said: Markup) -> Markup:
    """Messages of this error that the records above do not contain, so that a search finds them too."""
    shown = said.unescape().split("\n")
    whole = [text for text in entry.says if text not in SHORT and text.count("*") < 2]  # others are fragments
    words = [text for text in whole if not any(_fits(line, text) for line in shown)]
    if not words:
        return Markup("")
    title = "It also reads:" if said else "Messages that lead here:"
    first = words if len(words) <= _LISTED + 2 else words[:_LISTED]
    html = Markup('<p class="ls-error-other">{}</p>{}').format(title, _list(first))
    if rest := words[len(first) :]:
        fold = Markup('<details class="ls-file ls-ran"><summary>and {} more</summary>{}</details>')
        html += fold.format(len(rest), _list(rest))
    return html


def _fits(line: str, word: str) -> bool:
    return any(clues.says(line, pattern.split("*")) for pattern in spelled(word))


def _list(words: list[str]) -> Markup:
    """Patterns as a reader sees them in a log."""
    item = Markup("<li><samp>{}</samp></li>")
    return Markup("<ul>{}</ul>").format(
        Markup("").join(item.format(re.sub(r" ?[*] ?", " … ", text.replace(NUMBER, "*"))) for text in words)
    )


def _earlier(version: str, text: str) -> Markup:
    said = Markup('<p class="ls-error-other">torch {} said:</p><pre><samp>{}</samp></pre>')
    return said.format(version, text)


def _quote(entry: Entry) -> Markup:
    if entry.quoted is None:
        return Markup("")
    quoted = entry.quoted
    if quoted.url:
        block = Markup(
            '<pre><samp>{}</samp></pre><p class="ls-where ls-awaiting">'
            'Quoted from <a href="{}">{}</a>; it was not run here.</p>'
        )
        return block.format(quoted.text, quoted.url, quoted.url.removeprefix("https://"))
    if quoted.symbol:
        link = Markup('<a class="ls-cite" href="{}">{}</a>').format(
            SOURCE + quoted.file.removeprefix("torch/"), quoted.file
        )
        where = Markup("As <code>{}</code> in torch {} makes it, {}.").format(quoted.symbol, quoted.at, link)
    else:
        where = Markup("Quoted from the source of torch {}, <code>{}:{}</code>.").format(
            quoted.at, quoted.file, quoted.line
        )
    block = Markup('<pre><samp>{}</samp></pre><p class="ls-where ls-awaiting">{} {}</p>')
    return block.format(quoted.text, where, run_fence.not_yet("a GPU"))


def index(conversion: Conversion, fence: Fence) -> list[str]:
    """An `errors` fence as Markdown: the list of all entries, below the place of a field that narrows it."""
    return [_FILTER, "", *listed(list(all_entries(conversion.project.texts))).split("\n")]


def listed(entries: list[Entry]) -> str:
    """The entries as lists of Markdown, by when they strike."""
    parts = []
    for word in STRIKES:
        there = [entry for entry in entries if entry.strikes == word]
        rows = [
            f"- [{shown(entry)}]({entry.slug}.md){{data-error={entry.slug}}}{_BREAK}{entry.cause}" for entry in there
        ]
        parts += [f"## {word.capitalize()}", _LIST, "\n".join(rows), _END] if rows else []
    return "\n\n".join(parts)


def shown(entry: Entry) -> str:
    """A title as Markdown: as code where it is what torch says."""
    pieces = [pattern.split("*") for pattern in entry.patterns]
    is_said = any(clues.says(entry.title, piece) or entry.title in "".join(piece) for piece in pieces)
    return f"`{entry.title}`" if is_said and "`" not in entry.title else escaped(entry.title)


def problems(project: Project) -> Iterator[Problem]:
    """What is wrong with the entries of a project and with their pages."""
    known: dict[tuple[str, tuple[str, ...]], Entry] = {}
    for path, fence in project.blocks("error"):
        yield from _misplaced(path, fence)
    entries = list(all_entries(project.texts))
    slugs = [entry.slug for entry in entries]
    for entry in entries:
        yield from entry.problems
        yield from _of_page(project.pages[entry.path], entry)
        yield from _of_programs(project, entry)
        for slug in entry.then:
            if slug not in slugs:
                yield Problem(entry.path, entry.line, f"error: no entry is called {slug!r}.", did_you_mean(slug, slugs))
        for pattern in (*entry.patterns, *entry.early):
            other = known.setdefault((pattern, entry.where), entry)
            if other is not entry:
                what = f"error: {pattern!r} is also said by {other.path}:{other.line}."
                yield Problem(
                    entry.path, entry.line, what, "Take words that only one of them says, or tell them by 'where'."
                )


def _misplaced(path: str, fence: Fence) -> Iterator[Problem]:
    """An entry elsewhere is in no index, and no log is explained by it."""
    if not path.startswith(f"{FOLDER}/"):
        what = f"error: an entry is a page in {FOLDER}/."
        yield Problem(path, fence.line, what, "Move it there, or take this one out.")


def _of_page(page: Page, entry: Entry) -> Iterator[Problem]:
    for key in ("title", "description", "level"):
        if not page.front.get(key):
            yield Problem(entry.path, 1, f"its front matter has no {key}.", f"Add '{key}:'.")
    if f"# {entry.title}" not in page.text.split("\n"):
        yield Problem(entry.path, 0, "its heading is not its title.", f"Write '# {entry.title}'.")
    if [title for title in page.headings.values() if title in PARTS] != list(PARTS):
        yield Problem(entry.path, 0, "lacks a part, or has them in another order.", f"It has: {', '.join(PARTS)}.")
        return
    links = {part: _LINK.findall(text) for part, text in _parts(page.text).items()}
    if not any(re.fullmatch(r"[a-z0-9-]+\.md(#.*)?", link) for link in links["Look-alikes"]):
        todo = "Link one, and say how to tell them apart."
        yield Problem(entry.path, 0, "its look-alikes name no other entry.", todo)
    if not any(link.startswith("../") for link in links["More"]):
        todo = "Link a page, such as ../ddp/index.md#pitfalls."
        yield Problem(entry.path, 0, "its last part leads to no topic.", todo)
    if not any(link.startswith(("https://github.com/", SCHEME)) for link in links["More"]):
        yield Problem(entry.path, 0, "its last part leads to no issue and no source.", "Link one on GitHub.")


def _parts(text: str) -> dict[str, str]:
    """Text below each heading of the second level."""
    words = re.split(r"(?m)^## +(.+?) *$", text)
    return dict(zip(words[1::2], words[2::2], strict=True))


def _of_programs(project: Project, entry: Entry) -> Iterator[Problem]:
    page = project.pages[entry.path]
    parts = _parts(page.text)
    for part, names in (("Broken", entry.broken), ("Fixed", entry.fixed)):
        shown = {parse_embed(block.body).name for block in fences(parts.get(part, "")) if block.kind == "run"}
        for name in names:
            program = project.snippets.get(name)
            if not program:
                todo = did_you_mean(name, project.snippets)
                yield Problem(entry.path, entry.line, f"error: no snippet {name}.", todo)
            elif name not in shown:
                yield Problem(entry.path, entry.line, f"error: {name} is not shown under {part}.", "Show it there.")
            elif part == "Fixed" and program.needs.expect:
                what = f"error: {name} ends with {program.needs.expect}."
                yield Problem(entry.path, entry.line, what, "Name a program that passes.")
