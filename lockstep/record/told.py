"""What each rank of a run did, in the few lines and words that a reader compares with another run."""

from __future__ import annotations

import itertools
import re
import signal
from collections.abc import Sequence

from lockstep.engine.job import signal_name
from lockstep.record import output
from lockstep.record.record import RankRecord, Record
from lockstep.record.what_if import SAME, Told, Variant
from lockstep.snippet.edit import code_of
from lockstep.snippet.snippet import Snippet

PASSED = "passed"
UNSTEADY = "… (differs from run to run)"
_MOST_LINES, _WIDEST = 10, 160  # of what a rank prints; characters of a line
_SENTENCE = 120  # characters of what a question says of a rank
_FOLLOWED = "ended, because another rank failed"
_FOLLOWS = re.compile(r"Connection (closed by peer|reset by peer)|Broken pipe|ECONNRESET")
_PLACE = re.compile(r"\[/\S+\]\s*|\s*\[[\da-f.:]+\]:\d+.*")  # a file of torch, an address: another one in each run


def by_rank(snippet: Snippet, source: str, first: int | None, ranks: Sequence[RankRecord]) -> list[Told]:
    """What each rank of a run of a program did; `first` is the rank that failed first."""
    result = []
    for number, rank in enumerate(ranks):
        lines = output.masked(rank.stdout, snippet.needs.volatile)
        steady = tuple(UNSTEADY if "(volatile)" in line else line for line in lines)
        result.append(Told(steady, _ending(snippet, source, rank, is_first=first == number)))
    return result


def _ending(snippet: Snippet, source: str, rank: RankRecord, *, is_first: bool) -> str:
    """How a rank ended, in words; empty where it finished."""
    if rank.exit is None:
        return f"waits for ever at: {_code(source, rank.line)}" if rank.line else "waits for ever"
    error = output.raised(rank.stderr, snippet.path)
    follows = rank.exit == -signal.SIGTERM or (error and _FOLLOWS.search(error.text))
    if follows and not is_first:
        return _FOLLOWED
    if error and error.type == "AssertionError" and not error.text and error.line:
        return f"its proof fails: {_code(source, error.line)}"
    if error and rank.exit:
        message = _PLACE.sub("", (output.masked(str(error).splitlines()) or [error.type])[0])
        return _short(message, 2 * _WIDEST)
    if rank.exit < 0:
        return f"killed by {signal_name(-rank.exit)}"
    return f"exit status {rank.exit}" if rank.exit else "ends well" if snippet.needs.expect else ""


def merged(one: Told, other: Told) -> Told:
    """What two runs agree on. Which rank is ended before it fails itself differs from run to run."""
    end = other.end if one.end == _FOLLOWED else one.end
    longer, shorter = sorted((one.lines, other.lines), key=len, reverse=True)
    if longer[: len(shorter)] == shorter:
        return Told(longer, end)
    pairs = zip(longer, shorter, strict=False)
    return Told(tuple(line if line == again else UNSTEADY for line, again in pairs), end)


def bounded(told: Told, before: Sequence[str]) -> Told:
    """The lines from a little before the first that differs from the record."""
    lines = [_short(line, _WIDEST) for line in told.lines]
    if len(lines) > _MOST_LINES:
        pairs = enumerate(zip(told.lines, before, strict=False))
        start = next((number for number, (line, old) in pairs if line != old), len(before))
        start = min(max(0, start - 2), len(lines) - _MOST_LINES)
        after = len(lines) - start - _MOST_LINES
        lines = ["…"] * (start > 0) + lines[start : start + _MOST_LINES] + ["…"] * (after > 0)
    return Told(tuple(lines), told.end)


def recorded(snippet: Snippet, record: Record | None) -> list[Told]:
    """What each rank of a program did as on record."""
    return by_rank(snippet, snippet.source, record.first, record.ranks) if record else []


def first_new(rank: Told, before: Told) -> str:
    """The first line that a rank did not print on record; empty if there is none."""
    return next((line for line in rank.lines if line not in before.lines and line != "…"), "")


def in_words(variant: Variant, before: Sequence[Told]) -> tuple[str, ...]:
    """What each rank of a variant did, in a few words: "passed", how it ended, or the first line that is new."""
    if variant.end == SAME:
        return (PASSED,) * variant.count
    pairs = list(zip(variant.ranks, before, strict=False))
    if any(rank.end not in ("", old.end) for rank, old in pairs):
        ends = (rank.end.replace("its proof", "the proof") or "ends well" for rank in variant.ranks)
        return tuple(_short(end, _SENTENCE) for end in ends)
    new = itertools.starmap(first_new, pairs)
    return tuple(_short(f"prints: {line}", _SENTENCE) if line else "prints the same" for line in new)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _code(source: str, line: int) -> str:
    return code_of(source.split("\n")[line - 1])
