"""Long messages that a page shows in full above a run, so that the run below says only what differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lockstep.explain.entry import of_fence
from lockstep.page import Fence
from lockstep.project import Project
from lockstep.record import output
from lockstep.record.record import RankRecord
from lockstep.snippet.embed import parse_embed
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

_NUMBER = re.compile(r"\d+")
_LONG, _WIDE = 6, 80  # lines of a message; letters of a line
LONGEST, WIDEST = 12, 400  # lines of a message in the head of an error entry, letters of a line; a run below shows all
Messages = dict[str, tuple[str, ...]]  # lines, by their text without numbers


def messages_above(project: Project, path: str, fence: Fence) -> Messages:
    """The long messages that a page shows in full above a run."""
    key = ("told", path)
    if key not in project.kept:
        project.kept[key] = [*_told(project, path)]
    shown: Messages = {}
    for line, messages in project.kept[key]:
        if line < fence.line:
            shown = messages | shown  # the first one is the one that is shown in full
    return shown


def _told(project: Project, path: str) -> Iterator[tuple[int, Messages]]:
    """The long messages that each fence of a page shows in full, with its line."""
    page = project.pages.get(path)
    for fence in page.fences if page else ():
        for snippet in filter(None, map(project.find, _shown_by(path, fence))):
            for record in project.records(snippet):
                said = [message(snippet, rank) for rank in record.ranks]
                told = {alike(lines): lines for lines in said[::-1] if _is_told(lines, fence.kind == "error")}
                if told:
                    yield fence.line, told


def _shown_by(path: str, fence: Fence) -> Sequence[str]:
    """The programs whose output a fence shows: those of the head of an error entry, or that of a run."""
    if fence.kind == "error":
        return of_fence(path, fence).broken
    if fence.kind != "run":
        return []
    embed = parse_embed(fence.body)
    return [embed.name] if embed.show != "code" else []


def _is_told(message: tuple[str, ...], is_head: bool) -> bool:
    """Whether a message is long, and shown in full: the head of an error entry cuts the longest."""
    is_cut = is_head and (len(message) > LONGEST or max(map(len, message), default=0) > WIDEST)
    return is_long(message) and not is_cut


def message(snippet: Snippet, rank: RankRecord) -> tuple[str, ...]:
    """The lines of the exception that a rank raised; none if it raised none."""
    error = output.raised(rank.stderr, snippet.path)
    return tuple(map(without_marker, str(error).split("\n"))) if error else ()


def shortened(lines: tuple[str, ...], message: tuple[str, ...], above: Messages) -> tuple[str, ...]:
    """A traceback without the long message at its end that the page shows above, but for lines that differ from it."""
    told = above.get(alike(message), ())
    start = next((number for number, line in enumerate(lines) if told and line.endswith(message[0])), len(lines))
    end = start + len(message)
    if not told or not is_long(lines[start:end]):
        return lines
    first = lines[start]
    if message[0] == told[0] and len(first) > _WIDE:
        first = f"{first[:_WIDE].rpartition(' ')[0]} …"
    own = [line for line in lines[start + 1 : end] if line not in told]
    return (*lines[:start], first, *own, "… in full above", *lines[end:])


def alike(lines: Sequence[str]) -> str:
    """The same for messages that differ only in their numbers."""
    return _NUMBER.sub("0", "\n".join(lines))


def is_long(lines: Sequence[str]) -> bool:
    """Whether lines, each wrapped where it is wide, are so many that a page shows them once."""
    return sum(1 + len(line) // _WIDE for line in lines) >= _LONG
