"""Find the root cause in a log: which entry of the error index it is, on which rank, and how sure that is. Pure.

A job of many ranks ends in many errors, and most of them follow from the first. What torchrun names as first, what is
known to follow (a closed connection, SIGTERM) and what no entry knows are told apart; rather than guess, it says so.

`docs/assets/explain.js` does the same in a browser, step by step, and a test compares the two: change both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
_WARNED = "No entry knows the error of this rank, but before it the same rank gave this warning."
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
class Verdict:
    """What a log says.

    Attributes:
        sure: "sure", "likely", "unsure" (several causes, none named first) or "no match".
        root: the cause; None where there is none, or several.
        reason: why it is this one, or why there is none; one sentence.
        others: what else was found, and is no consequence.
        consequences: what follows from it.
    """

    sure: str
    root: Finding | None
    reason: str
    others: tuple[Finding, ...] = ()
    consequences: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class _Event:
    """A finding with its place in the lines, and the entry where there is one."""

    place: int
    finding: Finding
    entry: Entry | None


def explain(text: str, entries: Sequence[Entry]) -> Verdict:
    """Say what is wrong with the job that wrote a log."""
    found = log.lines(text)
    summaries = list(log.summaries(found))
    events = _events(found, entries, summaries)
    known = [event for event in events if event.entry]
    consequences = [event for event in known if event.entry and event.entry.role == "consequence"]
    warnings = [event for event in known if event.entry and event.entry.role == "warning"]
    causes = [event for event in events if event.entry is None or event.entry.role == "cause"]
    summary = summaries[0] if len(summaries) == 1 else None  # of two, nobody knows whether they are of one job
    if causes:
        return _verdict(causes, warnings, consequences, summary)
    if consequences:
        return _only_consequences(consequences, warnings, summary)
    if warnings:
        slugs = {event.finding.slug for event in warnings}
        reason = "The log holds no error, only this warning." if len(slugs) == 1 else "The log holds warnings only."
        others = _rest([event for event in warnings if event.finding.slug != warnings[0].finding.slug])
        return Verdict("sure" if len(slugs) == 1 else "unsure", warnings[0].finding, reason, others)
    if summary:
        reason = (
            f"Rank {summary.rank} failed first, with exit code {summary.exit}, and said nothing that is known here."
        )
        return Verdict("no match", None, reason)
    return Verdict("no match", None, "No entry knows a line of this log.")


def _events(found: list[Line], entries: Sequence[Entry], summaries: list[Summary]) -> list[_Event]:
    """What entries know, and exceptions that none knows, from top to bottom."""
    known = _matches(found, entries)
    events = [_Event(place, _finding(found, place, one.slug, summaries), one) for place, one in known]
    raised = list(log.raised(found))
    for one in raised:
        if one.type not in LAUNCHERS and not any(_belongs(found, place, one, raised) for place, _ in known):
            events.append(_Event(one.end, _finding(found, one.end, "", summaries), None))
    return sorted(events, key=lambda event: event.place)


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
    """Whether a line is of an exception: in its traceback, its message, or in one that was raised on its way."""
    same = [other for other in raised if other.rank == one.rank]
    after = next((other.start for other in same if other.start > one.end), len(found))
    chain = next((other for other in same if other.start == after), None)
    if chain and _is_chained(found, one, chain):
        return True  # it led to the next one, which counts
    return found[place].rank == one.rank and one.start <= place < min(after, one.end + _MESSAGE)


def _is_chained(found: list[Line], one: Raised, following: Raised) -> bool:
    """Whether the next traceback says that it came from this one."""
    between = [line.text for line in found[one.end : following.start] if line.rank == one.rank]
    return any("exception occurred:" in text or "was the direct cause of" in text for text in between)


def _verdict(
    causes: list[_Event], warnings: list[_Event], consequences: list[_Event], summary: Summary | None
) -> Verdict:
    """Choose among causes: the rank that torchrun names, else the only one there is."""
    first = [event for event in causes if summary and event.finding.rank == summary.rank and event.place < summary.end]
    slugs = {event.finding.slug or event.finding.text for event in causes}
    if summary and first:
        chosen, reason = first[-1], f"torchrun names rank {summary.rank} as the first to fail, and this is its error."
    elif len(slugs) == 1:
        chosen, reason = causes[0], "It is the only error in this log that does not follow from another."
    else:
        reason = "This log holds several errors, and nothing in it says which came first."
        return Verdict("unsure", None, reason, _rest(causes), _rest(consequences))
    others = [e for e in causes if e.finding.slug != chosen.finding.slug or (not e.entry and e is not chosen)]
    if chosen.entry is None:
        mine = (None, chosen.finding.rank)  # torchrun puts no rank in front of a warning
        warned = [e for e in warnings if e.finding.rank in mine and e.place < chosen.place]
        others = [*others, *warnings] if not warned else [chosen, *others]
        sure, root = ("likely", warned[-1].finding) if warned else ("no match", chosen.finding)
        reason = _WARNED if warned else f"No entry knows this error. {reason}"
        return Verdict(sure, root, reason, _rest(others), _rest(consequences))
    sure = "sure" if chosen.entry.certain else "likely"
    if not chosen.entry.certain:
        reason = f"{reason} The message alone fits several causes."
    return Verdict(sure, chosen.finding, reason, _rest([*others, *warnings]), _rest(consequences))


def _only_consequences(consequences: list[_Event], warnings: list[_Event], summary: Summary | None) -> Verdict:
    """A log without its cause: another rank's log holds it, or nobody wrote it."""
    mine = [event for event in consequences if summary and event.finding.rank == summary.rank]
    chosen = (mine or consequences)[0]
    rest = [event for event in consequences if event.finding.slug != chosen.finding.slug]
    reason = "This follows from the failure of another rank; what that rank said is not in this log."
    return Verdict("likely", chosen.finding, reason, _rest(warnings), _rest(rest))


def as_text(verdict: Verdict, entries: Sequence[Entry]) -> str:
    """A verdict as it is told in a terminal: the cause, the cure, the page, and what else is in the log."""
    by_slug = {one.slug: one for one in entries}
    root = verdict.root
    lines = [f"{verdict.sure}: {verdict.reason}"]
    if root:
        lines += ["", f"{_place(root)}: {root.text}"]
    if root and root.slug:
        one = by_slug[root.slug]
        lines += ["", one.title, f"Cause: {one.cause}", f"Cure:  {one.fix}", f"Page:  {one.path}"]
    for name, findings in (("Also in this log", verdict.others), ("Follows from it", verdict.consequences)):
        if findings:
            lines += ["", f"{name}:"]
            lines += [f"  {_place(one)}: {by_slug[one.slug].title if one.slug else one.text}" for one in findings]
    return "\n".join(lines)


def _place(one: Finding) -> str:
    return f"line {one.line}" + (f", rank {one.rank}" if one.rank is not None else "")


def _rest(events: Sequence[_Event]) -> tuple[Finding, ...]:
    """Findings of events, each entry or text once."""
    once: dict[str, Finding] = {}
    for event in events:
        once.setdefault(event.finding.slug or event.finding.text, event.finding)
    return tuple(once.values())
