"""The clues of a log: the lines that entries know, the exceptions that none knows, and what only followed from others.

`docs/assets/explain.js` does the same in a browser, step by step, and a test compares the two: change both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lockstep.explain import log
from lockstep.explain.entry import SHORT, Entry
from lockstep.explain.log import BLANK, Line, Raised, Summary

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
_ABOVE = 100  # lines, of all ranks, above a traceback in which the words stand that chain it to the one before


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
    events = [
        Clue(place, _finding(found, place, one.slug, summaries), one, one.role)
        for place, one in _matches(found, entries)
    ]
    raised = log.raised(found)
    known = _Places(found, events)
    for one in raised:
        if one.type not in LAUNCHERS and not known.of(one) and not _leads_on(found, one, _EXPLICIT):
            events.append(Clue(one.end, _finding(found, one.end, "", summaries), None))
    events.sort(key=lambda event: event.place)
    return _with_asides(found, events, raised)


class _Places:
    """Clues by rank and place: a log may hold thousands of tracebacks."""

    def __init__(self, found: list[Line], events: list[Clue]) -> None:
        self.places: dict[int | None, list[int]] = {}
        self.numbers: dict[int | None, list[int]] = {}
        for number, event in enumerate(events):
            rank = found[event.place].rank
            self.places.setdefault(rank, []).append(event.place)
            self.numbers.setdefault(rank, []).append(number)

    def of(self, one: Raised) -> list[int]:
        """Numbers of the clues that are of an exception: in its traceback or its message."""
        places = self.places.get(one.rank, [])
        first, last = bisect_left(places, one.start), bisect_left(places, min(one.until, one.end + _MESSAGE))
        return self.numbers.get(one.rank, [])[first:last]


def _with_asides(found: list[Line], events: list[Clue], raised: list[Raised]) -> list[Clue]:
    """Clues, where what was raised while an error was being handled follows from it, or at least is no cause."""
    places = _Places(found, events)
    starts = {(one.rank, one.start): one for one in raised}
    roles = [event.role for event in events]
    for one in raised:
        of, following = places.of(one), starts.get((one.rank, one.until))
        if not of or not following or roles[of[0]] == "warning" or not _leads_on(found, one, _IMPLICIT):
            continue
        for number in places.of(following):
            if roles[number] == "cause":
                roles[number] = "consequence" if roles[of[0]] == "consequence" else "aside"
    return [replace(event, role=role) for event, role in zip(events, roles, strict=True)]


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


def _leads_on(found: list[Line], one: Raised, words: str) -> bool:
    """Whether the words above the next traceback of the same rank say that it came from this one."""
    above = found[max(one.end, one.until - _ABOVE) : one.until] if one.until < len(found) else []
    return any(words in line.text for line in above if line.rank == one.rank)
