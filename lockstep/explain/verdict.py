"""Find the root cause in a log: which entry of the error index it is, on which rank, and how sure that is. Pure.

A job of many ranks ends in many errors, and most of them follow from the first. What torchrun names as first, what is
known to follow (a closed connection, SIGTERM) and what no entry knows are told apart; rather than guess, it says so.

`docs/assets/explain.js` does the same in a browser, step by step, and a test compares the two: change both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lockstep.explain import log
from lockstep.explain.clues import Clue, Finding, clues
from lockstep.explain.entry import Entry
from lockstep.explain.log import Summary

_WARNED = "No entry knows the error of this rank, but before it the same rank gave this warning."


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


def explain(text: str, entries: Sequence[Entry]) -> Verdict:
    """Say what is wrong with the job that wrote a log."""
    found = log.lines(text)
    summaries = list(log.summaries(found))
    events = clues(found, entries, summaries)
    consequences = [event for event in events if event.role == "consequence"]
    warnings = [event for event in events if event.role in ("warning", "aside")]
    causes = [event for event in events if event.role == "cause"]
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


def _verdict(causes: list[Clue], warnings: list[Clue], consequences: list[Clue], summary: Summary | None) -> Verdict:
    """Choose among causes: the rank that torchrun names, else the only one there is."""
    named = _named(causes, consequences, summary)
    left = [event for event in causes if not (summary and event.finding.rank == summary.rank)] or causes
    if named and summary:
        chosen, reason = named, f"torchrun names rank {summary.rank} as the first to fail, and this is its error."
    elif len({event.finding.slug or event.finding.text for event in left}) == 1:
        chosen, reason = left[0], "It is the only error in this log that does not follow from another."
    else:
        reason = "This log holds several errors, and nothing in it says which came first."
        return Verdict("unsure", None, reason, _rest(causes), _rest(consequences))
    others = [e for e in causes if e.finding.slug != chosen.finding.slug or (not e.entry and e is not chosen)]
    if chosen.entry is None:
        mine = (None, chosen.finding.rank)  # torchrun puts no rank in front of a warning
        warned = [e for e in warnings if e.role == "warning" and e.finding.rank in mine and e.place < chosen.place]
        others = [*others, *warnings] if not warned else [chosen, *others]
        sure, root = ("likely", warned[-1].finding) if warned else ("no match", chosen.finding)
        reason = _WARNED if warned else f"No entry knows this error. {reason}"
        return Verdict(sure, root, reason, _rest(others), _rest(consequences))
    sure = "sure" if chosen.entry.certain else "likely"
    if not chosen.entry.certain:
        reason = f"{reason} The message alone fits several causes."
    return Verdict(sure, chosen.finding, reason, _rest([*others, *warnings]), _rest(consequences))


def _named(causes: list[Clue], consequences: list[Clue], summary: Summary | None) -> Clue | None:
    """The error that the rank died of that torchrun names. torchrun tells ranks that end in one second apart by chance.

    So a rank whose last words follow from the failure of another did not fail first, whatever it had caught before.
    """
    if summary is None:
        return None
    mine = [event for event in causes if event.finding.rank == summary.rank and event.place < summary.end]
    mine += [event for event in consequences if event.finding.rank == summary.rank and event.place < summary.start]
    last = max(mine, key=lambda event: event.place, default=None)
    return last if last and last.role == "cause" else None


def _only_consequences(consequences: list[Clue], warnings: list[Clue], summary: Summary | None) -> Verdict:
    """A log without its cause: another rank's log holds it, or nobody wrote it."""
    late = [event for event in consequences if event.entry and "@timeout" in event.entry.says]
    mine = [event for event in consequences if summary and event.finding.rank == summary.rank]
    chosen = (late or mine or consequences)[0]  # who gives up waiting closes the connections of the others
    rest = [event for event in consequences if event.finding.slug != chosen.finding.slug]
    reason = "This follows from what another rank did, or did not do; what that rank said is not in this log."
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


def _rest(events: Sequence[Clue]) -> tuple[Finding, ...]:
    """Findings of events, each entry or text once."""
    once: dict[str, Finding] = {}
    for event in events:
        once.setdefault(event.finding.slug or event.finding.text, event.finding)
    return tuple(once.values())
