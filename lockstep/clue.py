"""The clues of a log: the lines that entries know, the exceptions that none knows, and what only followed from others.

`docs/assets/explain.js` does the same in a browser, step by step, and a test compares the two: change both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lockstep import log
from lockstep.entry import SHORT, Entry
from lockstep.log import BLANK, Line, Raised, Summary

# Exceptions of launchers, which say only that something below them failed, or that somebody stopped the job.
LAUNCHERS = {
    "ChildFailedError",
    "SignalException",
    "CalledProcessError",
    "ProcessExitedException",
    "ProcessRaisedException",  # of mp.spawn: its message holds the traceback of the process
    "KeyboardInterrupt",
}
CLOSED = ("Connection closed by peer", "Connection reset by peer")
LONGEST = 300  # letters of a line that is quoted
_EXPLICIT, _IMPLICIT = "was the direct cause of", "another exception occurred:"
_MESSAGE = 40  # lines that a message takes at most


@dataclass(frozen=True)
class Finding:
    """One thing that was found in a log: the slug of an entry, or "" for an exception that no entry knows.

    Attributes:
        line: number of the line, from 1; `text` is that line.
        rank: who said it, if that is known.
    """

    slug: str
    line: int
    rank: int | None
    text: str


@dataclass(frozen=True)
class Clue:
    """A finding, with its place in the lines, and the entry where there is one.

    `role` is that of the entry; "aside" for what was raised while another error was being handled.
    """

    place: int
    finding: Finding
    entry: Entry | None
    role: str = "cause"


def clues(found: list[Line], entries: Sequence[Entry], summaries: list[Summary]) -> list[Clue]:
    """What entries know, and exceptions that none knows, from top to bottom."""
    known = _matches(found, entries)
    events = [Clue(place, _finding(found, place, one.slug, summaries), one, one.role) for place, one in known]
    raised = list(log.raised(found))
    for one in raised:
        is_known = any(_belongs(found, place, one, raised) for place, _ in known)
        if not is_known and one.type not in LAUNCHERS and not _leads_on(found, one, raised, _EXPLICIT):
            events.append(Clue(one.end, _finding(found, one.end, "", summaries), None))
    events.sort(key=lambda event: event.place)
    for one in raised:
        if following := _leads_on(found, one, raised, _IMPLICIT):
            events = _set_aside(found, events, one, following, raised)
    return events


def _set_aside(
    found: list[Line], events: list[Clue], one: Raised, following: Raised, raised: list[Raised]
) -> list[Clue]:
    """Events, where what was raised while an error was being handled follows from it, or at least is no cause."""
    head = next((event for event in events if _belongs(found, event.place, one, raised)), None)
    if head is None or head.role == "warning":
        return events
    role = "consequence" if head.role == "consequence" else "aside"
    return [
        replace(event, role=role)
        if event.role == "cause" and _belongs(found, event.place, following, raised)
        else event
        for event in events
    ]


def _finding(found: list[Line], place: int, slug: str, summaries: list[Summary]) -> Finding:
    line = found[place]
    said_of = next((summary.rank for summary in summaries if summary.start <= place < summary.end), line.rank)
    return Finding(slug, line.number, said_of, line.text.strip(BLANK)[:LONGEST])


def _matches(found: list[Line], entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """Each line that an entry knows, with the entry."""
    whole = "\n".join(line.text for line in found)  # most patterns stand nowhere in it
    waited = any(all(piece in whole for piece in pattern.split("*")) for pattern in SHORT["@timeout"])
    patterns = [(one, pattern.split("*")) for one in entries for pattern in _patterns(one, waited)]
    patterns = [(one, pieces) for one, pieces in patterns if all(piece in whole for piece in pieces)]
    others = log.listed_as_others(found) if patterns else set()
    matches: list[tuple[int, Entry]] = []
    for place, line in enumerate(found) if patterns else ():
        if place in others or line.text.lstrip(BLANK).startswith("raise "):
            continue  # the source line in a traceback; the message stands below it
        for one in dict.fromkeys(one for one, pieces in patterns if says(line.text, pieces)):
            if not one.where or _stands_in(log.block(found, place), one.where):
                matches.append((place, one))
    return matches


def _patterns(one: Entry, waited: bool) -> list[str]:
    """What an entry says. Where a rank gave up waiting, it closed the connections that the others still wait in."""
    is_hang = waited and bool(one.where) and "@timeout" in one.says
    return [*one.patterns, *(CLOSED if is_hang else ())]


def says(text: str, pieces: Sequence[str]) -> bool:
    """Whether a line holds the pieces of a pattern, in their order."""
    start = 0
    for piece in pieces:
        at = text.find(piece, start)
        if at < 0:
            return False
        start = at + len(piece)
    return True


def _stands_in(texts: list[str], patterns: Sequence[str]) -> bool:
    return any(says(text, pattern.split("*")) for pattern in patterns for text in texts)


def _belongs(found: list[Line], place: int, one: Raised, raised: list[Raised]) -> bool:
    """Whether a line is of an exception: in its traceback or its message."""
    following = _next(one, raised)
    after = following.start if following else len(found)
    return found[place].rank == one.rank and one.start <= place < min(after, one.end + _MESSAGE)


def _next(one: Raised, raised: list[Raised]) -> Raised | None:
    """The next exception of the same rank."""
    return next((other for other in raised if other.rank == one.rank and other.start > one.end), None)


def _leads_on(found: list[Line], one: Raised, raised: list[Raised], words: str) -> Raised | None:
    """The next exception, if the words between the two say that it came from this one."""
    following = _next(one, raised)
    between = found[one.end : following.start] if following else []
    return following if any(words in line.text for line in between if line.rank == one.rank) else None
