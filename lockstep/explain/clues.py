"""The clues of a log: lines that match an entry, exceptions that match none, and errors that followed from others.

`docs/assets/explain.js` does the same in a browser, step by step. A test compares the two, so change both.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lockstep.explain import log
from lockstep.explain.entry import SHORT, Entry
from lockstep.explain.log import BLANK, Line, Raised, Summary

# Exceptions of launchers. They say only that a process below the launcher failed, or that the job was stopped.
LAUNCHERS = {
    "ChildFailedError",
    "SignalException",
    "CalledProcessError",
    "ProcessExitedException",
    "ProcessRaisedException",  # of mp.spawn: its message contains the traceback of the process
    "KeyboardInterrupt",
}
CLOSED = ("Connection closed by peer", "Connection reset by peer")
LONGEST = 300  # characters of a quoted line
_EXPLICIT, _IMPLICIT = "was the direct cause of", "another exception occurred:"
_MESSAGE = 40  # largest number of lines of a message
_ABOVE = 100  # lines, of all ranks, above a traceback that are searched for the words that chain it to the one before


@dataclass(frozen=True)
class Finding:
    """A finding in a log.

    Attributes:
        slug: slug of the entry that matches; "" for an exception that matches no entry.
        line: number of the line, from 1.
        rank: the rank that printed the line, if it is known.
        text: the line.
    """

    slug: str
    line: int
    rank: int | None
    text: str


@dataclass(frozen=True)
class Clue:
    """A finding with its index in the list of lines, and the entry that matches, if there is one.

    `role` is the role of the entry, or "aside" for an exception raised while another one was being handled.
    """

    place: int
    finding: Finding
    entry: Entry | None
    role: str = "cause"


def clues(lines: list[Line], entries: Sequence[Entry], summaries: list[Summary]) -> list[Clue]:
    """Lines that match an entry, and exceptions that match none, from top to bottom."""
    clues = [
        Clue(place, _finding(lines, place, entry.slug, summaries), entry, entry.role)
        for place, entry in _matches(lines, entries)
    ]
    exceptions = log.raised(lines)
    known = _Places(lines, clues)
    for exception in exceptions:
        if exception.type in LAUNCHERS or known.of(exception) or _leads_on(lines, exception, _EXPLICIT):
            continue
        clues.append(Clue(exception.end, _finding(lines, exception.end, "", summaries), None))
    clues.sort(key=lambda clue: clue.place)
    return _with_asides(lines, clues, exceptions)


class _Places:
    """Clues sorted by rank and place for fast lookup, because a log may contain thousands of tracebacks."""

    def __init__(self, lines: list[Line], clues: list[Clue]) -> None:
        self.places: dict[int | None, list[int]] = {}
        self.numbers: dict[int | None, list[int]] = {}
        for number, clue in enumerate(clues):
            rank = lines[clue.place].rank
            self.places.setdefault(rank, []).append(clue.place)
            self.numbers.setdefault(rank, []).append(number)

    def of(self, exception: Raised) -> list[int]:
        """Indices of the clues in the traceback or the message of an exception."""
        places = self.places.get(exception.rank, [])
        end = min(exception.until, exception.end + _MESSAGE)
        first, last = bisect_left(places, exception.start), bisect_left(places, end)
        return self.numbers.get(exception.rank, [])[first:last]


def _with_asides(lines: list[Line], clues: list[Clue], exceptions: list[Raised]) -> list[Clue]:
    """The clues with new roles for exceptions raised while another was being handled: they are not the cause."""
    places = _Places(lines, clues)
    starts = {(exception.rank, exception.start): exception for exception in exceptions}
    roles = [clue.role for clue in clues]
    for exception in exceptions:
        of, following = places.of(exception), starts.get((exception.rank, exception.until))
        if not of or not following or roles[of[0]] == "warning" or not _leads_on(lines, exception, _IMPLICIT):
            continue
        for number in places.of(following):
            if roles[number] == "cause":
                roles[number] = "consequence" if roles[of[0]] == "consequence" else "aside"
    return [replace(clue, role=role) for clue, role in zip(clues, roles, strict=True)]


def _finding(lines: list[Line], place: int, slug: str, summaries: list[Summary]) -> Finding:
    line = lines[place]
    rank = next((summary.rank for summary in summaries if summary.start <= place < summary.end), line.rank)
    return Finding(slug, line.number, rank, line.text.strip(BLANK)[:LONGEST])


def _matches(lines: list[Line], entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """Index of each line that matches an entry, with the entry."""
    whole = "\n".join(line.text for line in lines)  # most patterns occur nowhere in it
    waited = any(all(piece in whole for piece in pattern.split("*")) for pattern in SHORT["@timeout"])
    patterns = [(entry, pattern.split("*")) for entry in entries for pattern in _patterns(entry, waited)]
    patterns = [(entry, pieces) for entry, pieces in patterns if all(piece in whole for piece in pieces)]
    others = log.listed_as_others(lines) if patterns else set()
    matches: list[tuple[int, Entry]] = []
    for place, line in enumerate(lines) if patterns else ():
        if place in others or line.text.lstrip(BLANK).startswith("raise "):
            continue  # the source line in a traceback; the message follows below
        for entry in dict.fromkeys(entry for entry, pieces in patterns if says(line.text, pieces)):
            if not entry.where or _stands_in(log.block(lines, place), entry.where):
                matches.append((place, entry))
    return matches


def _patterns(entry: Entry, waited: bool) -> list[str]:
    """The patterns of an entry. A rank that times out closes connections, so closed ones count for a hang then."""
    is_hang = waited and bool(entry.where) and "@timeout" in entry.says
    return [*entry.patterns, *(CLOSED if is_hang else ())]


def says(text: str, pieces: Sequence[str]) -> bool:
    """Whether a line contains the pieces of a pattern in their order."""
    start = 0
    for piece in pieces:
        at = text.find(piece, start)
        if at < 0:
            return False
        start = at + len(piece)
    return True


def _stands_in(texts: list[str], patterns: Sequence[str]) -> bool:
    return any(says(text, pattern.split("*")) for pattern in patterns for text in texts)


def _leads_on(lines: list[Line], exception: Raised, words: str) -> bool:
    """Whether the words above the next traceback of the same rank chain it to this exception."""
    if exception.until >= len(lines):
        return False
    above = lines[max(exception.end, exception.until - _ABOVE) : exception.until]
    return any(words in line.text for line in above if line.rank == exception.rank)
