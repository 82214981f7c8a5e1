"""Pages as plain Markdown for programs: runs as code, command and output by rank; questions are left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lockstep.explain.entry import of_fence
from lockstep.markdown import listing, modes
from lockstep.page import FRONT, NUMBER_LINK, OURS, Fence
from lockstep.project import Project
from lockstep.question import yaml_lines
from lockstep.site import facts
from lockstep.snippet.embed import parse_embed

_HTML = re.compile(r"^\s*</?(?:div|figure|section|p|details)\b[^>]*>\s*$")
_FOLD = re.compile(r"<details[^>]*><summary>(.*?)</summary>")
_ATTRIBUTES = re.compile(r" *\{[^{}\n]*[#.:][\w-][^{}\n]*\}(?=\s*$)", re.M)
_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^()\s]+\.md)(#[\w-]+)?\)")
_CITATION = re.compile(
    r"""\[(?P<text>[^\[\]]+)\]\(torch:(?P<file>[^#)\s]+)(?:\#(?P<symbol>[^\s)]+))?(?:\s(?:"[^"]*"|'[^']*'))?\)"""
)
_BLANK = re.compile(r"\n{3,}")


def topic(project: Project, slug: str) -> str:
    """The pages of a topic that teach, one after another. Pages that only ask are left out."""
    paths = [f"docs/{slug}/{name}" for mode, name in modes.MODES.items() if mode not in ("Recall", "Challenge")]
    return "\n\n".join(page(project, path) for path in paths if path in project.pages)


def page(project: Project, path: str) -> str:
    """A page as plain Markdown, below a line with its address."""
    source, number = project.pages[path], 1
    front = FRONT.match(source.text)
    lines, parts = source.text.split("\n"), list[str]()
    if front:
        number += front[0].count("\n")
    for fence in source.fences:
        parts.append(_prose(path, lines[number - 1 : fence.line - 1]))
        shown = _shown(project, path, fence) if fence.kind in OURS else lines[fence.line - 1 : fence.end]
        parts.append("\n".join(shown))
        number = fence.end + 1
    parts.append(_prose(path, lines[number - 1 :]))
    text = "\n".join(parts).strip()
    return _BLANK.sub("\n\n", f"Page: {facts.address(path) or './'}\n\n{text}\n")


def _prose(path: str, lines: Sequence[str]) -> str:
    """Lines of a page without what only its HTML needs, and with links as a file in llms/ has them."""
    text = "\n".join(line for line in lines if not _HTML.match(line))
    text = NUMBER_LINK.sub(r"\g<text>", _ATTRIBUTES.sub("", _FOLD.sub(r"**\1**", text)))
    text = _CITATION.sub(_cited, text)
    folder = path.rpartition("/")[0]
    return _LINK.sub(lambda match: f"]({_resolved(folder, match[1])}{match[2] or ''})", text)


def _cited(match: re.Match[str]) -> str:
    symbol = f", {match['symbol']}" if match["symbol"] else ""
    return f"{match['text']} (torch/{match['file']}{symbol})"


def _resolved(folder: str, link: str) -> str:
    parts = folder.split("/")
    for part in link.split("/"):
        parts = parts[:-1] if part == ".." else [*parts, part]
    return f"../{facts.address('/'.join(parts))}"  # from llms/, whatever folder of a host the site is in


def _shown(project: Project, path: str, fence: Fence) -> Iterator[str]:
    """What stands in the place of one of our fences: nothing for those that ask or that only a screen can show."""
    if render := _FENCES.get(fence.kind):
        yield from render(project, path, fence)


def _run(project: Project, path: str, fence: Fence) -> Iterator[str]:
    embed = parse_embed(fence.body)
    snippet = project.find(embed.name)
    if snippet is None:
        return
    yield f"**{snippet.claim}** (`{snippet.path}`)\n"
    if embed.show != "output":
        yield from ("```python", *listing.lines_of(snippet, embed.region), "```\n")
    yield from ("```console", *(f"$ {line}" for line in snippet.command.text.split("\n")))
    records = project.records(snippet) if embed.show != "code" else []
    if records:
        yield from facts.printed(snippet, records[0])
    yield "```\n"
    yield f"Ran on: {facts.where(snippet, records[0])}." if records else "Not run yet: it waits for a GPU."


def _figure(project: Project, path: str, fence: Fence) -> Iterator[str]:
    for alt in fence.words("alt"):
        yield f"Figure: {alt.strip(chr(34))}"


def _calculator(project: Project, path: str, fence: Fence) -> Iterator[str]:
    table = yaml_lines.parse(fence.body, [])
    yield f"Formulas: {table.get('title', '')}\n"
    for result in table.get("results") or []:
        if "read" in result:
            yield f"- {result.get('label')}: printed by {table.get('proof')}, for each choice"
        else:
            yield f"- {result.get('label')} = `{result.get('formula')}` {result.get('unit', '')}".rstrip()
    for given in table.get("inputs") or []:
        yield f"- {given.get('name')}: {given.get('label')}"


def _error(project: Project, path: str, fence: Fence) -> Iterator[str]:
    entry = of_fence(path, fence)
    yield f"- Cause: {entry.cause}\n- Fix: {entry.fix}\n- Strikes at: {entry.strikes}"


def _torch(project: Project, path: str, fence: Fence) -> Iterator[str]:
    table = yaml_lines.parse(fence.body, [])
    yield "| in torch | of | is |\n| --- | --- | --- |"
    for row in table.get("defaults") or []:
        yield f"| `{row['file']}` | `{row['symbol']}({row['parameter']})` | `{row['value']}` |"


_FENCES: dict[str, Callable[[Project, str, Fence], Iterator[str]]] = {
    "run": _run,
    "figure": _figure,
    "calculator": _calculator,
    "error": _error,
    "torch": _torch,
}
