"""Find the root cause in a log: the entry of the error index that matches, its rank, and how sure that is.

A job of many ranks ends in many errors, most of which follow from the first. The verdict distinguishes the error that
torchrun names as the first, errors that are known to follow from others (a closed connection, SIGTERM), and errors that
match no entry. If the log does not tell which came first, the verdict says so instead of guessing.

`docs/assets/explain.js` does the same in a browser, step by step. A test compares the two, so change both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lockstep.explain import log
from lockstep.explain.calls import Quiet
from lockstep.explain.clues import CRASHES, Attempts, Clue, Clues, Finding, end, read, says
from lockstep.explain.entry import Entry
from lockstep.explain.log import Summary

_SHORT = 160  # characters of a message in a sentence
_NAMED = 8  # ranks that a sentence lists
_GPUS = 4  # GPUs that it lists
_FOLLOWS = "This follows from what another rank did, or did not do; what that rank said is not in this log."
_UNKNOWN_TOO = "This follows from an earlier error, perhaps from the one that no entry knows."
_NOTHING = "No entry knows a line of this log. Give it the whole logs of all ranks, from the first error on."
_SEVERAL = "This log holds several errors, and nothing in it proves which came first. Start with the one at the top."
_ONLY = "It is the only error in this log that does not follow from another."
_LEFT = "Steps follow below the other errors, so the program may have caught them."
_FITS_SEVERAL = "The message alone fits several causes."
_ROW = "The fix is the one for the words of this line."
_NEXT = """Give the whole logs of all ranks, from the first error on.
If the job stands still: python -m lockstep hang DUMPS
Page:  docs/errors/hangs.md"""
_AFTER = "The driver prints this once a process has failed or was ended. What happened before is not in this log."
_TANGLED = "The lines of several ranks are mixed, and none names its rank: run again with `torchrun --tee 3`."
_HANDLED = "It ended the process while an earlier error was being handled, which may be the one to fix."
_COMPARED = "All ranks here only timed out, and these are the calls in which they did. What that rank did is not shown."
_MISSING = (
    "A rank that does not come to a call prints no timeout of it. A rank that was ended before prints none either."
)
_SENTENCES = {  # who failed, with what and where
    "waits": "{who} is waiting for a rank that does not come{at}.",
    "caught": "{who} caught an error and went on: {said}{at}. It did not end the job by itself.",
    "follows": "{who} shows only what followed: {said}{at}. If a rank failed first, its lines are not in this log.",
    "beside": "{who} shows what followed: {said}{at}. An error that no entry knows may be why.",
    "after": "Only what followed is here: {said}. What happened before is not in this log.",
    "warned": "{who} warned before it failed: {said}{at}.",
    "warns": "{who} warns: {said}.",
    "notes": "{who} printed a notice: {said}.",
    "steps": "{who} printed an error, and steps follow below it: {said}{at}.{more}",
    "what": "{what}: {said}{at}.{more}",
    "told": "The scheduler says",
    "failed": "{who} failed{first}: {said}{at}.{more}",
    "handled": " It was handling an earlier error: {said}{at}.",
    "one": " Rank {who} only waited or lost its connection.",
    "all": " {who} only waited or lost their connection.",
    "against": " {who} say this with the same sizes, so the one that differs may be rank 0.",
    "same": " {who} failed in the same way.",
    "too": " {who} failed too{by}.",
    "gpus": " Xid {number} stands here for {count} GPUs: {most} and {last}.",
    "named": "torchrun names rank {rank} as the first to fail, and {it}.",
    "process": "this line names its process, {pid}",
    "error": "this is its error",
    "silent": "Rank {rank} failed first, with exit code {exit}, and said nothing that is known here.",
    "attempt": "{reason} This is of the first of {count} attempts.",
    "unknown": "No entry knows this error. {reason}",
    "notice": "No error of this log is known here, only this notice.",
    "warning": "The log holds no error, only this warning.",
    "warnings": "The log holds warnings only.",
    "tangled": f"This log holds several errors. {_TANGLED}",
}
_DIFFER = "collectives-differ"
_SIZES = "match sizes"  # it shows sizes alone, so two that differ in strides are not known to be the same
OF_PROCESS_0 = "of the same param in process 0"  # of the error in which DDP compares each rank with process 0
_TOLD_TO_END = "sigterm-without-a-checkpoint"
_CAUGHT = "The program caught this error and went on below it. No other error in this log says why the job ended."
_GOES_ON = "But steps follow below it: the program may have caught it, or another process printed them."
_WARNED = "No entry knows this error, but above it stands a warning that it may follow from."


@dataclass(frozen=True)
class Verdict:
    """The verdict on a log.

    Attributes:
        sure: "sure", "likely", "unsure" (several causes, none named first) or "no match".
        root: the cause; None if there is none or if there are several.
        reason: one sentence that says why it is this cause, or why there is none.
        others: other findings that are not consequences.
        consequences: findings that follow from the cause.
        trigger: the error that was being handled when the cause was raised.
        again: how the last attempt failed, of a job that torchrun started again.
        differs: what differs between the calls in which ranks timed out; the root is the one unlike the others.
        fix: what to do, instead of what the entry says.
        what: who failed, if the entry says so and no rank is known, or who says it.
        gpus: a sentence with all GPUs that have the Xid of the cause, if there are several.
        against: the ranks that say that their model is not that of rank 0, if no other rank of the log has the same.
        attempts: how many attempts there were, if there was more than one; the verdict is on the first.
        followed: the ranks that only show what followed: they waited for the cause, or lost their connection.
        where: the line of the same traceback or stack that tells the cause from others with the same message.
        named: the line in which torchrun names the rank, if the verdict rests on it.
    """

    sure: str
    root: Finding | None
    reason: str
    others: tuple[Finding, ...] = ()
    consequences: tuple[Finding, ...] = ()
    named: Finding | None = None
    where: Finding | None = None
    followed: tuple[int, ...] = ()
    trigger: Finding | None = None
    again: Finding | None = None
    attempts: int = 0
    differs: str = ""
    fix: str = ""
    what: str = ""
    gpus: str = ""
    against: tuple[int, ...] = ()


def explain(text: str | Iterable[str], entries: Sequence[Entry]) -> Verdict:
    """Find out what is wrong with the job that wrote a log. `text` is the log, or its blocks from top to bottom."""
    kept: list[str] = []
    verdict = _explain(_keep([text] if isinstance(text, str) else text, kept), entries)
    start = "".join(kept)
    if verdict.sure != "no match" or log.length(start) >= log.AGAIN:
        return verdict
    again = _of_whole_lines(verdict, start, entries) or _of_code(verdict, start, entries)
    return replace(again, sure="likely") if again else verdict


def _of_whole_lines(verdict: Verdict, start: str, entries: Sequence[Entry]) -> Verdict | None:
    """The verdict on a log that a terminal cut at one width, in whole lines."""
    whole = log.whole(start)
    if not whole:
        return None
    joined, starts = whole
    again = _explain([joined], entries)
    if not again.root or not again.root.slug or not _is_whole_now(again.root, verdict.root, starts, start):
        return None
    for finding in _findings(again):
        finding.line = starts[finding.line - 1]
    return again


def _of_code(verdict: Verdict, start: str, entries: Sequence[Entry]) -> Verdict | None:
    """The verdict on a log that ends with the code that raised, with the message that this code would print."""
    coded = log.coded(start) if verdict.reason == _NOTHING else None
    if not coded:
        return None
    joined, line = coded
    again = _explain([joined], entries)
    for finding in _findings(again):
        finding.line -= finding.line > line + 1
    return again if again.root and again.root.slug else None


def _is_whole_now(root: Finding, first: Finding | None, starts: list[int], text: str) -> bool:
    """Whether the line of a cause was cut, and holds the error that the log as it was written shows, if that shows one.

    Else the other lines were joined, such as the code and the marks below it in a traceback with the error behind them.
    """
    begin, end = [*starts, text.count("\n") + 2][root.line - 1 : root.line + 1]
    return end - begin > 1 and (not first or begin <= first.line < end)


def _keep(blocks: Iterable[str], kept: list[str]) -> Iterator[str]:
    """The blocks of a log. Of a long log the first ones are kept, up to the length at which it is not read again."""
    size = 0
    for block in blocks:
        if size < log.AGAIN:
            kept.append(block)
            size += log.length(block)
        yield block


def _explain(blocks: Iterable[str], entries: Sequence[Entry]) -> Verdict:
    all_clues, reader = read(log.chunks(blocks), entries)
    verdict = _all_in_all(all_clues, reader, entries)
    for finding in _findings(verdict):
        finding.line = reader.records.line(finding.line)
    return verdict


def _all_in_all(all_clues: list[Clue], reader: Clues, entries: Sequence[Entry]) -> Verdict:
    attempts = reader.first_attempt
    if attempts and any(clue.role in ("cause", "bare") and clue.place <= attempts.end for clue in all_clues):
        return _of_attempts(all_clues, reader, attempts)
    verdict = _with_followed(all_clues, reader.only_summary, reader.told_to_end)
    return _with_difference(verdict, all_clues, reader, entries)


def _findings(verdict: Verdict) -> list[Finding]:
    """All findings that a verdict shows, each once."""
    single = (verdict.root, verdict.named, verdict.where, verdict.trigger, verdict.again)
    found = (one for one in (*single, *verdict.others, *verdict.consequences) if one)
    return list({id(one): one for one in found}.values())


def _with_difference(verdict: Verdict, all_clues: list[Clue], reader: Clues, entries: Sequence[Entry]) -> Verdict:
    """The verdict on ranks that only timed out, by the calls in which they did."""
    root = verdict.root
    waits = {entry.slug for entry in entries if "@timeout" in entry.says}
    if not root or verdict.reason not in (_FOLLOWS, _UNKNOWN_TOO) or root.slug not in waits:
        return verdict
    found = reader.calls.difference()
    if not found:
        missing = reader.calls.missing() or _quiet(all_clues, reader)
        return replace(verdict, differs=missing.text, fix=missing.todo, reason=_MISSING) if missing else verdict
    call = found.call
    slug = _DIFFER if found.is_other_call and any(entry.slug == _DIFFER for entry in entries) else root.slug
    consequences = (root, *verdict.consequences) if slug != root.slug else verdict.consequences
    return replace(
        verdict, root=Finding(slug, call.line, call.rank, call.text), where=None, reason=_COMPARED, followed=(),
        consequences=consequences, differs=found.text, fix=found.todo,
    )  # fmt: skip


def _quiet(all_clues: list[Clue], reader: Clues) -> Quiet | None:
    """The ranks that torchrun ended before they printed an error, where others timed out."""
    spoke = {clue.finding.rank for clue in all_clues}
    late = {clue.finding.rank for clue in all_clues if _is_late(clue)}
    absent = reader.told_to_end - spoke
    known = sorted(rank for rank in late if rank is not None)
    return Quiet(sorted(absent), known) if absent and len(known) == len(late) else None


def _of_attempts(all_clues: list[Clue], reader: Clues, attempts: Attempts) -> Verdict:
    """The verdict on the first attempt: what the next ones meet often follows from it."""
    first = _with_followed([clue for clue in all_clues if clue.place <= attempts.end], None, reader.told_to_end)
    then = _judge([clue for clue in all_clues if clue.place > attempts.end], reader.only_summary)
    again = then.root or next(iter(then.others), None)
    reason = _SENTENCES["attempt"].format(reason=first.reason, count=attempts.count)
    return replace(first, reason=reason, again=again, attempts=attempts.count)


def _with_followed(all_clues: list[Clue], summary: Summary | None, ended: set[int]) -> Verdict:
    verdict = _judge(all_clues, summary)
    failed = {clue.finding.rank for clue in all_clues if clue.role == "cause" or _is_own(clue)}
    failed |= {verdict.root.rank if verdict.root else None, summary.rank if summary else None}
    ranks = {clue.finding.rank for clue in all_clues if clue.role == "consequence"} - failed
    said = _compared(verdict.root, all_clues)
    others = ({clue.finding.rank for clue in all_clues} | ended) - {0, None}
    is_against = bool(said) and said.keys() == others  # then rank 0, which compares itself with nobody, may be wrong
    followed = sorted(rank for rank in ranks if rank is not None and not (is_against and rank == 0))
    is_same = is_against and len(said) > 1 and len(set(said.values())) == 1 and _SIZES in max(said.values())
    return replace(verdict, followed=tuple(followed), against=tuple(sorted(said)) if is_same else ())


def _compared(root: Finding | None, all_clues: list[Clue]) -> dict[int, str]:
    """What each rank says that compares its model with that of rank 0, if that is the cause."""
    if root is None or OF_PROCESS_0 not in root.text:
        return {}
    found = [clue.finding for clue in all_clues if clue.role == "cause" and OF_PROCESS_0 in clue.finding.text]
    return {one.rank: one.text[one.text.find("]: ") :] for one in found if one.rank is not None}


def _is_own(clue: Clue) -> bool:
    """Whether an error followed from something on its own rank, such as a dead worker of its loader."""
    entry = clue.entry
    return clue.is_explained or (entry is not None and entry.role == "consequence" and entry.strikes != "shutdown")


def _judge(all_clues: list[Clue], summary: Summary | None) -> Verdict:
    consequences = [clue for clue in all_clues if clue.role == "consequence"]
    warnings = [clue for clue in all_clues if clue.role in ("warning", "aside", "caught")]
    caught = [clue for clue in all_clues if clue.role == "caught"]
    causes = [clue for clue in all_clues if clue.role == "cause"]
    known = {clue.place for clue in all_clues if clue.role not in ("bare", "told")}
    bare = [clue for clue in all_clues if clue.role == "bare" and clue.place not in known]
    if causes:  # where tracebacks are mixed, only one of their messages is known as such
        causes += [clue for clue in bare if clue.is_tangled]
    if causes and not _ended_a_wait(causes, consequences):
        return _verdict(causes, warnings, consequences, summary)
    if not (causes or warnings or bare or summary):  # what stands below the first that follows does so too
        told = [clue for clue in all_clues if clue.role == "told" and clue.place not in known]
        bare = [clue for clue in told if not consequences or clue.place < consequences[0].place]
    followed = {clue.finding.rank for clue in consequences}
    apart = [clue for clue in bare if clue.finding.rank is not None and clue.finding.rank not in followed]
    if consequences and apart and not causes:  # an error that no entry knows, on a rank that shows nothing that follows
        return _verdict(apart, warnings, consequences, summary)
    only_ended = all(clue.entry and clue.entry.outside for clue in consequences)  # the others say more than that
    if consequences and not (only_ended and (bare or caught)):
        return _only_consequences(consequences, [*causes, *warnings], bare, summary)
    if bare:
        return _verdict(bare, warnings, consequences, summary)
    if caught:
        root, others = caught[0].finding, _rest([clue for clue in warnings if clue is not caught[0]])
        return Verdict("likely" if root.slug else "no match", root, _CAUGHT, others, _rest(consequences))
    if warnings:
        slugs = {clue.finding.slug for clue in warnings}
        reason = _SENTENCES["warning" if len(slugs) == 1 else "warnings"]
        others = _rest([clue for clue in warnings if clue.finding.slug != warnings[0].finding.slug])
        first, sure = warnings[0], "sure" if len(slugs) == 1 else "unsure"
        return Verdict(sure, first.finding, reason, others, where=first.where)
    if summary:
        reason = _SENTENCES["silent"].format(rank=summary.rank, exit=summary.exit)
        return Verdict("no match", None, reason)
    notes = [clue for clue in all_clues if clue.role == "note"]
    if notes:
        others = _rest([clue for clue in notes if clue.finding.slug != notes[0].finding.slug])
        return Verdict("likely", notes[0].finding, _SENTENCES["notice"], others)
    return Verdict("no match", None, _NOTHING)


def _verdict(causes: list[Clue], warnings: list[Clue], consequences: list[Clue], summary: Summary | None) -> Verdict:
    """Choose among causes: that of the rank that torchrun names, else the only cause there is."""
    first = _named(causes, consequences, summary)
    named = None
    candidates = [clue for clue in causes if not (summary and clue.finding.rank == summary.rank)] or causes
    if first and summary:
        named = Finding("", summary.place + 1, summary.rank, summary.text)
        it = _SENTENCES["process" if first.is_of_pid else "error"].format(pid=summary.pid)
        chosen, reason = first, _SENTENCES["named"].format(rank=summary.rank, it=it)
    elif len({clue.finding.slug or clue.finding.text for clue in candidates}) == 1:
        chosen, reason = candidates[0], _ONLY
    elif len({clue.finding.slug or clue.finding.text for clue in candidates if not clue.goes_on}) == 1:
        chosen, reason = next(clue for clue in candidates if not clue.goes_on), _LEFT
    else:
        reason = _SEVERAL
        if any(clue.is_tangled for clue in causes):
            reason = _SENTENCES["tangled"]
        return Verdict("unsure", None, reason, _rest(causes), _rest(consequences))
    if chosen.trigger:
        reason = f"{reason} {_HANDLED}"
    if chosen.goes_on:
        reason = f"{reason} {_GOES_ON}"
    _place_of_a_crash(chosen, causes)
    trigger = chosen.trigger.finding if chosen.trigger else None
    warnings = [clue for clue in warnings if clue.finding is not trigger]
    others = [c for c in causes if c.finding.slug != chosen.finding.slug or (not c.entry and c is not chosen)]
    if chosen.entry is None:
        warned = chosen.warned
        others = [*others, *warnings] if not warned else [chosen, *others]
        sure, root = ("likely", warned.finding) if warned else ("no match", chosen.finding)
        reason = _WARNED if warned else _SENTENCES["unknown"].format(reason=reason)
        what = _SENTENCES["told"] if chosen.role == "told" else ""
        return Verdict(sure, root, reason, _rest(others), _rest(consequences), named, trigger=trigger, what=what)
    what = chosen.entry.what if chosen.finding.rank is None else ""
    is_first = not (what and any(_is_late(one) for one in consequences))  # no line says so: their clocks may differ
    is_sure = chosen.entry.certain and not trigger and is_first and not chosen.goes_on and not reason.startswith(_LEFT)
    sure = "sure" if is_sure else "likely"
    row = _row(chosen)
    if not chosen.entry.certain:
        reason = f"{reason} {_ROW if row else _FITS_SEVERAL}"
    rest = _rest([*others, *warnings])
    more = _rest([clue for clue in consequences if clue.place != chosen.place])
    return Verdict(
        sure, chosen.finding, reason, rest, more, named, chosen.where, trigger=trigger, what=what,
        gpus=_gpus(chosen, causes), fix=row,
    )  # fmt: skip


def _place_of_a_crash(chosen: Clue, clues: list[Clue]) -> None:
    """Give a line that says how a process died the place that its stack names, if the log has one such stack."""
    places = {one.finding.at for one in clues if one.finding.slug == chosen.finding.slug and one.is_of_a_crash}
    if chosen.is_of_a_crash and not chosen.finding.at and len(places - {""}) == 1:
        chosen.finding.at = max(places)


def _row(clue: Clue) -> str:
    """What a table of the page says of a line: the table of Xids, or one of messages and what to do."""
    if not clue.entry:
        return ""
    line = clue.finding.text.lower()
    advice = next((todo for pattern, todo in clue.entry.advice if says(line, pattern.split("*"))), "")
    return dict(clue.entry.rows).get(clue.about.number, "") if clue.about else advice


def _gpus(chosen: Clue, causes: list[Clue]) -> str:
    """All GPUs that have the Xid of a cause, as a sentence; empty if there is one."""
    number = chosen.about.number if chosen.about else ""
    same = (clue.about for clue in causes if clue.about and clue.about.number == number)
    gpus = list(dict.fromkeys(f"{about.host} {about.gpu}".strip(" ") for about in same)) if number else []
    if len(gpus) < 2:
        return ""
    *most, last = [*gpus[:_GPUS], f"{len(gpus) - _GPUS} more"] if len(gpus) > _GPUS else gpus
    return _SENTENCES["gpus"].format(number=number, count=len(gpus), most=", ".join(most), last=last)


def _named(causes: list[Clue], consequences: list[Clue], summary: Summary | None) -> Clue | None:
    """The error that ended the rank which torchrun names, or None.

    Among ranks that end within one second, torchrun names one by chance. So if the last error of the named rank follows
    from the failure of another rank, the named rank did not fail first.
    """
    if summary is None:
        return None
    mine = [clue for clue in causes if clue.finding.rank == summary.rank]
    own = [clue for clue in mine if clue.place < summary.end and not clue.is_of_pid]
    of_pid = next((clue for clue in mine if clue.is_of_pid), None)
    if of_pid and (summary.exit < 0 or not own):
        return of_pid
    own += [clue for clue in consequences if clue.finding.rank == summary.rank and clue.place < summary.start]
    last = max(own, key=lambda clue: clue.place, default=None)
    return last if last and last.role == "cause" else None


def _ended_a_wait(causes: list[Clue], consequences: list[Clue]) -> bool:
    """Whether the job was only told to end, and a rank had timed out above that: what it waited for is the cause."""
    late = next((clue for clue in consequences if _is_late(clue)), None)
    is_told = {clue.finding.slug for clue in causes} == {_TOLD_TO_END}
    return late is not None and is_told and _is_before(late, causes[0])


def _is_before(clue: Clue, other: Clue) -> bool:
    """Whether a line came before another: by their clocks if torch printed both, else by their places."""
    if clue.clock and other.clock:
        return clue.clock < other.clock
    return clue.place < other.place


def _is_late(clue: Clue) -> bool:
    return clue.entry is not None and "@timeout" in clue.entry.says


def _only_consequences(
    consequences: list[Clue], warnings: list[Clue], bare: list[Clue], summary: Summary | None
) -> Verdict:
    """The verdict on a log without a cause, which is in the log of another rank or was never printed."""
    late = [clue for clue in consequences if _is_late(clue)]
    own = [clue for clue in consequences if summary and clue.finding.rank == summary.rank]
    chosen = (late or own or consequences)[0]  # a rank that times out closes its connections to the others
    _place_of_a_crash(chosen, consequences)
    rest = [clue for clue in consequences if clue.finding.slug != chosen.finding.slug]
    reason = _AFTER if chosen.about else _UNKNOWN_TOO if bare else _FOLLOWS
    others = _rest([*warnings, *bare])
    return Verdict(
        "likely", chosen.finding, reason, others, _rest(rest), where=chosen.where, fix=_row(chosen)
    )  # fmt: skip


def sentence(verdict: Verdict, entries: Sequence[Entry] = ()) -> str:
    """Who failed, with what and where, and who only waited, in one or two sentences. Empty without a cause.

    Of a long line the words that one of the entries looks for are shown.
    """
    root = verdict.root
    if root is None:
        return ""
    if verdict.differs:
        return verdict.differs
    more = verdict.gpus + _handled(verdict, entries) + _against(verdict.against) + _waited(verdict.followed)
    more += _again(verdict, entries)
    kind = _kind(verdict, root)
    at = "" if kind in ("follows", "beside") and root.slug not in CRASHES else _at(verdict)
    return _SENTENCES[kind].format(
        who="A process" if root.rank is None else f"Rank {root.rank}", said=_short(root, entries), at=at, more=more,
        first=" first" if verdict.named or verdict.followed or verdict.attempts else "", what=verdict.what,
    )  # fmt: skip


def _kind(verdict: Verdict, root: Finding) -> str:
    """Which sentence a verdict gets."""
    if root.slug and root.text.endswith("(most recent call first):"):
        return "waits"
    if kind := {_CAUGHT: "caught", _FOLLOWS: "follows", _UNKNOWN_TOO: "beside", _AFTER: "after"}.get(verdict.reason):
        return kind
    if verdict.reason.startswith(_WARNED):
        return "warned"
    if verdict.reason.startswith("The log holds"):
        return "warns"
    if verdict.reason == _SENTENCES["notice"]:
        return "notes"
    return "steps" if _GOES_ON in verdict.reason else "what" if verdict.what else "failed"


def _at(verdict: Verdict) -> str:
    place = (verdict.root and verdict.root.at) or (log.frame(verdict.where.text) if verdict.where else "")
    return f", at {place}" if place else ""


def _handled(verdict: Verdict, entries: Sequence[Entry]) -> str:
    if verdict.trigger is None:
        return ""
    place = f", at {verdict.trigger.at}" if verdict.trigger.at else ""
    return _SENTENCES["handled"].format(said=_short(verdict.trigger, entries), at=place)


def _again(verdict: Verdict, entries: Sequence[Entry]) -> str:
    if not verdict.attempts:
        return ""
    who = "The restart" if verdict.attempts == 2 else f"All {verdict.attempts - 1} restarts"
    root, again = verdict.root, verdict.again
    if root and again and (root.slug or root.text) == (again.slug or again.text):
        return _SENTENCES["same"].format(who=who)
    by = f"{'' if again.rank is None else f'rank {again.rank}, '}{_short(again, entries)}" if again else ""
    return _SENTENCES["too"].format(who=who, by=f": {by}" if by else "")


def _short(finding: Finding, entries: Sequence[Entry]) -> str:
    """The message of a finding; of a long one a part, in which the words stand that its entry looks for."""
    text = log.message(finding.text)
    if len(text) <= _SHORT:
        return text.rstrip(".")
    parts = (part for entry in entries if entry.slug == finding.slug for part in entry.parts)
    patterns = [pieces for part in parts for one in part.patterns if says(text, pieces := one.split("*"))]
    first = min(patterns, key=lambda pieces: end(text, pieces), default=None)
    cut = f"… {text[text.find(first[0]) :]}" if first and end(text, first) > _SHORT else text
    return (cut if len(cut) <= _SHORT else f"{cut[:_SHORT]} …").rstrip(".")


def _waited(ranks: tuple[int, ...]) -> str:
    if not ranks:
        return ""
    if len(ranks) == 1:
        return _SENTENCES["one"].format(who=ranks[0])
    return _SENTENCES["all"].format(who=_names(ranks, "other ranks"))


def _against(ranks: tuple[int, ...]) -> str:
    return _SENTENCES["against"].format(who=_names(ranks)) if ranks else ""


def _names(ranks: tuple[int, ...], many: str = "ranks") -> str:
    """Two ranks or more, as the subject of a sentence."""
    if len(ranks) > _NAMED:
        return f"{len(ranks)} {many}"
    return f"Ranks {', '.join(map(str, ranks[:-1]))} and {ranks[-1]}"


def as_text(
    verdict: Verdict,
    entries: Sequence[Entry],
    place: Callable[[int], str] = "line {}".format,
    name: str = "the log",
) -> str:
    """A verdict as text for a terminal: the cause, the fix, the page, and other findings in the log.

    `place` says where a line of the log stands, and `name` what was read.
    """
    if verdict.reason == _NOTHING:
        return f"{verdict.sure}: No error that is known here is in {name}. {_NEXT}"
    by_slug = {entry.slug: entry for entry in entries}
    root = verdict.root
    lines = [f"{verdict.sure}: {verdict.reason}"]
    if root:
        lines += [
            "",
            sentence(verdict, entries),
            "",
            *(
                f"{_place(finding, place)}: {finding.text}"
                for finding in (root, verdict.where, verdict.trigger, verdict.named, verdict.again)
                if finding
            ),
        ]
    if root and root.slug:
        entry = by_slug[root.slug]
        lines += [
            "",
            entry.title,
            f"Cause: {entry.cause}",
            f"Fix:   {verdict.fix or entry.fix}",
            f"Page:  {entry.path}",
        ]
    for name, findings in (
        ("Also in this log" if root else "From the top of the log", verdict.others),
        ("Follows from it", verdict.consequences),
    ):
        if findings:
            lines += ["", f"{name}:"]
            pages = [f" ({by_slug[finding.slug].path})" if finding.slug else "" for finding in findings]
            lines += [
                f"  {_place(finding, place)}: {_short(finding, entries)}{page}"
                for finding, page in zip(findings, pages, strict=True)
            ]
    return "\n".join(lines)


def _place(finding: Finding, place: Callable[[int], str]) -> str:
    return place(finding.line) + (f", rank {finding.rank}" if finding.rank is not None else "")


def _rest(clues: Sequence[Clue]) -> tuple[Finding, ...]:
    """The findings of clues, each entry or text once."""
    findings: dict[str, Finding] = {}
    for clue in clues:
        findings.setdefault(clue.finding.slug or clue.finding.text, clue.finding)
    return tuple(findings.values())


SHARED = {  # what docs/assets/explain.js says too
    "said": {
        **_SENTENCES,
        "FOLLOWS": _FOLLOWS,
        "OF_PROCESS_0": OF_PROCESS_0,
        "SIZES": _SIZES,
        "UNKNOWN_TOO": _UNKNOWN_TOO,
        "AFTER": _AFTER,
        "HANDLED": _HANDLED,
        "COMPARED": _COMPARED,
        "MISSING": _MISSING,
        "CAUGHT": _CAUGHT,
        "GOES_ON": _GOES_ON,
        "WARNED": _WARNED,
        "NOTHING": _NOTHING,
        "SEVERAL": _SEVERAL,
        "ONLY": _ONLY,
        "LEFT": _LEFT,
        "FITS_SEVERAL": _FITS_SEVERAL,
        "ROW": _ROW,
    }
}
