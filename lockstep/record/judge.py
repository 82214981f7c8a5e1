"""Judge a run: is the claim proved, and is the output the one on record? Runs nothing."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise

from lockstep.engine.job import STREAM_LIMIT, RankRun, Round, Run, signal_name
from lockstep.engine.limits import PROCESSES
from lockstep.explain.clues import says
from lockstep.explain.entry import SHORT
from lockstep.explain.verdict import OF_PROCESS_0
from lockstep.problem import Problem
from lockstep.record import asserts, output
from lockstep.record.output import Raised
from lockstep.record.record import RankRecord, Record
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.lines import bad_lines
from lockstep.snippet.snippet import Snippet

_EXIT = re.compile(r"^[^#]*\b(?:sys\.exit|os\._exit|SystemExit|(?<![.\w])(?:exit|quit))\(")
_DEPRECATION = re.compile(r"\b(FutureWarning|DeprecationWarning|PendingDeprecationWarning): (?P<text>.*)")
_OTHER_COUNT = "DDP expects same model across all ranks"  # which every rank raises, and names another
_BRACKETS = re.compile(r"^\[\d+\]: ")  # the rank that says it


def rank_records(snippet: Snippet, run: Run, scratch: str) -> tuple[RankRecord, ...]:
    """The ranks of a run in the form in which a record keeps them."""
    several = any(meeting.number for rank in run.ranks for meeting in rank.rounds)
    return tuple(_rank_record(snippet, rank, scratch, rank.rounds if several else []) for rank in run.ranks)


def _rank_record(snippet: Snippet, rank: RankRun, scratch: str, rounds: Sequence[Round]) -> RankRecord:
    stdout, stderr = (
        [output.clean(part, scratch) for part in _parts(data, [getattr(meeting, name) for meeting in rounds])]
        for name, data in (("stdout", rank.stdout), ("stderr", rank.stderr))
    )
    lines = [0, *accumulate(map(len, stdout))], [0, *accumulate(map(len, stderr))]  # printed before each round
    stack = rank.stack if rank.exit is None else ""  # that of a crash is for the message alone
    return RankRecord(
        exit=rank.exit,
        stdout=tuple(chain(*stdout)),
        stderr=tuple(chain(*stderr)),
        line=output.waits_at(stack, snippet.path),
        stack=tuple(output.stack(stack, snippet.path, scratch)),
        host=rank.host,
        rounds=tuple(replace(meeting, stdout=o, stderr=e) for meeting, o, e in zip(rounds, *lines, strict=False)),
    )


def _parts(data: bytes, starts: Sequence[int]) -> list[bytes]:
    """Split the output into rounds; all of it is one part if there was one round."""
    return [data[start:end] for start, end in pairwise([0, *starts[1:], len(data)])]


def lines_with_rounds(rank: RankRecord) -> list[str]:
    """The lines that a rank printed, and before those of each round a line that says which rank it was in it."""
    lines = list(rank.stdout)
    for meeting in reversed(rank.rounds):
        lines.insert(meeting.stdout, f"round {meeting.number}: rank {meeting.rank} of {meeting.world_size}")
    return lines


def problems(snippet: Snippet, run: Run, ranks: Sequence[RankRecord]) -> list[Problem]:
    """Why a run cannot be recorded: the claim is not proved, or the program misbehaves. Empty if all is well."""
    if run.end == "flood":
        what = f"printed more than {STREAM_LIMIT >> 20} MiB on one stream; stopped."
        return [Problem(snippet.path, 0, what, "Print only what the page talks about.")]
    if run.end in ("memory", "processes"):
        return [_over_limit(snippet, run)]
    problems = [*proof_problems(snippet, run, ranks), *_unseen(snippet, ranks)]
    if run.strays:
        what = f"left {run.strays} process{'es' * (run.strays > 1)} running; killed."
        problems.append(Problem(snippet.path, 0, what, "Join or end what it starts."))
    if not snippet.needs.warns:
        problems += _deprecations(snippet, ranks)
    return problems


def _unseen(snippet: Snippet, ranks: Sequence[RankRecord]) -> list[Problem]:
    """Problems of what no reader can see: lines that are too long, characters that reorder others."""
    for number, rank in enumerate(ranks):
        for name in ("stdout", "stderr"):
            for line, what, _ in bad_lines("\n".join(getattr(rank, name))):
                told = f"{_who(number, ranks)}: line {line} of its {name}: {what}"
                return [Problem(snippet.path, 0, told, "Print what a reader can read.")]
    return []


def _over_limit(snippet: Snippet, run: Run) -> Problem:
    what, todo = f"started more than {PROCESSES} processes", "Start fewer, and join those it starts."
    if run.end == "memory":
        what, todo = (
            f"used more than {run.memory / 2**30:g} GB of memory",
            "Take smaller tensors, or free them earlier.",
        )
    who = "it" if run.first is None or len(run.ranks) == 1 else f"rank {run.first}"
    line = output.waits_at(run.ranks[run.first].stack, snippet.path) if run.first is not None else 0
    return Problem(snippet.path, line, f"{who} {what}; stopped.", todo)


def proof_problems(snippet: Snippet, run: Run, ranks: Sequence[RankRecord]) -> list[Problem]:
    """Why a run is no proof: it ended in another way than the snippet says, or did not do what its head asserts."""
    return ending_problems(snippet, run, ranks) or asserts.problems(snippet, run.first, ranks)


def ending_problems(snippet: Snippet, run: Run, ranks: Sequence[RankRecord]) -> list[Problem]:
    """Why a run did not end as the snippet says: well, or as its `expect`. Empty if it did."""
    expect = snippet.needs.expect
    if run.end == "hang":
        return [] if expect == "hang" else [_hang(snippet, ranks)]
    if expect == "hang":
        return [_unexpected(snippet, "every rank ended", "hang")]
    if run.first is None:
        return [_unexpected(snippet, "every rank exited 0", expect)] if expect else []
    code, error = run.ranks[run.first].exit or 0, output.raised(ranks[run.first].stderr, snippet.path)
    if expect and output.ending_matches(expect, code, error):
        return []
    if expect:
        return [_unexpected(snippet, f"{_who(run.first, ranks)} {_how(code, error)}", expect)]
    claim = " (the claim is not proved)" if snippet.claim and error and error.type == "AssertionError" else ""
    what = f"{_who(run.first, ranks)} {_how(code, error)}{claim}."
    crash = output.waits_at(_crash(run.ranks[run.first]), snippet.path)
    line = error.line if error else crash or _exits_at(snippet, code)
    return [Problem(snippet.path, line, what, _remedy(snippet, code, error))]


def _exits_at(snippet: Snippet, code: int) -> int:
    """The line of the only call that can exit with a code; 0 where several can, or none is in the program."""
    places = [number for number, line in enumerate(snippet.lines, 1) if _EXIT.search(line)] if code > 0 else []
    return places[0] if len(places) == 1 else 0


def _crash(rank: RankRun) -> str:
    """The stack that a process wrote when it crashed: apart in the warm engine, to stderr in the cold one."""
    return rank.stack or rank.stderr.decode("utf-8", "replace").rpartition("Fatal Python error:")[2]


def _remedy(snippet: Snippet, code: int, error: Raised | None) -> str:
    """What to do about a failure that a snippet does not announce."""
    if snippet.claim and error and error.type == "AssertionError":
        return "Fix the program or its claim."
    if error and "EADDRINUSE" in error.text:
        return "Take the port that torchrun gives in MASTER_PORT, or 0, for one that is free."
    if error:
        expected = snippet.setting("expect", error.type)
        return f"Fix the program, or set {expected} if this is the lesson{snippet.otherwise}."
    if code == -signal.SIGKILL:
        expected = snippet.setting("expect", "SIGKILL")
        return f"See what kills it, such as a lack of memory, or set {expected} if this is the lesson."
    ending = signal_name(-code) if code < 0 else f"exit {code}"
    if ending.startswith("signal "):
        return "See which call ends it so."
    return f"See which call ends it so, or set {snippet.setting('expect', ending)} if this is the lesson."


def _unexpected(snippet: Snippet, happened: str, expect: str) -> Problem:
    return Problem(snippet.path, 0, f"should end with {expect!r}, but {happened}.", "Fix the program or its 'expect'.")


def _hang(snippet: Snippet, ranks: Sequence[RankRecord]) -> Problem:
    lines: dict[int, list[int]] = {}
    for number, rank in enumerate(ranks):
        if rank.exit is None:
            lines.setdefault(rank.line, []).append(number)
    where = []
    for line, numbers in lines.items():
        who = output.rank_span(numbers) if len(ranks) > 1 else "it"
        code = without_marker(snippet.lines[line - 1]).strip()
        known = any(ranks[number].stack for number in numbers)
        place = "at exit, after the last line" if known else "(stack unknown: it answers no signal)"
        where.append(f"{who} at line {line} ({code})" if line else f"{who} {place}")
    count = f" on {len(ranks)} ranks" if len(ranks) > 1 else ""
    what = f"still running after {snippet.needs.timeout:g} s{count}; stopped. Waiting: {'; '.join(where)}."
    todo = (
        "See that all ranks make the same calls with the same world size, raise `timeout` if it only needs longer, "
        f"or set {snippet.setting('expect', 'hang')} if this is the lesson."
    )
    return Problem(snippet.path, min((line for line in lines if line), default=0), what, todo)


def _who(rank: int, ranks: Sequence[RankRecord]) -> str:
    return f"rank {rank} of {len(ranks)}" if len(ranks) > 1 else "the program"


def _how(code: int, error: Raised | None) -> str:
    """How a rank ended, as a verb: with the first line of its message."""
    if error:
        return f"ended with {str(error).splitlines()[0].rstrip('.')}"
    return f"was killed by {signal_name(-code)}" if code < 0 else f"exited with {code}"


def _deprecations(snippet: Snippet, ranks: Sequence[RankRecord]) -> list[Problem]:
    matches = (_DEPRECATION.search(line) for rank in ranks for line in rank.stderr)
    texts = {match[0] for match in matches if match}
    todo = "Teach the new name, or set warns = true where the warning is the lesson."
    return [
        Problem(snippet.path, 0, f"uses what is deprecated: {text[:200].rstrip('.')}.", todo) for text in sorted(texts)
    ]


def differences(
    snippet: Snippet, record: Record, end: str, first: int | None, ranks: Sequence[RankRecord]
) -> list[str]:
    """How a run differs from the record, as a diff by rank. Empty if they agree.

    Compared are the standard output of every rank and how the job ended. Standard error is not compared, because its
    warnings depend on the machine. Neither are the exit codes of ranks that only followed the first failure, because
    they depend on milliseconds.
    """
    lines: list[str] = []
    volatile = snippet.needs.volatile
    if len(record.ranks) != len(ranks):
        return [f"ranks: {len(record.ranks)} on record, {len(ranks)} now"]
    for number, (old, new) in enumerate(zip(record.ranks, ranks, strict=True)):
        before, after = (output.masked(lines_with_rounds(rank), volatile, numbered=True) for rank in (old, new))
        lines += output.diff(before, after, f"rank {number}")
    then, now = _root_cause(snippet, record.end, record.first, record.ranks), _root_cause(snippet, end, first, ranks)
    return lines + output.diff(output.masked(then, volatile), output.masked(now, volatile), "how it ended")


def guilty(snippet: Snippet, record: Record) -> int | None:
    """The rank that made the job fail or hang, or None if the run does not tell.

    In a job that failed, this is the rank that failed first; but if that rank failed by a timeout, it is the only rank
    without an error, and if its model is not that of process 0, the rank whose model is not that of the others. In a
    job that hung, it is the only rank that waits at another line than all others, or has ended.
    """
    if record.end == "hang":
        places = [(rank.exit, rank.line) for rank in record.ranks]
        return _only(places.count(place) == 1 for place in places) if len(set(places)) == 2 else None
    errors = [output.raised(rank.stderr, snippet.path) for rank in record.ranks]
    first = errors[record.first] if record.first is not None else None
    if first and any(says(first.text, pattern.split("*")) for pattern in SHORT["@timeout"]):
        return _only(error is None for error in errors)
    if first and _OTHER_COUNT in first.text:
        return None
    if first and OF_PROCESS_0 in first.text:
        return _other_model(errors, [rank.exit for rank in record.ranks])
    return record.first


def _other_model(errors: Sequence[Raised | None], exits: Sequence[int | None]) -> int | None:
    """The rank whose model is not that of the others. Each but process 0 compares its own with that of process 0."""
    if any(code and not error for error, code in zip(errors, exits, strict=True)):
        return None  # a rank was ended before it said anything
    said = [_BRACKETS.sub("", error.text) if error and OF_PROCESS_0 in error.text else "" for error in errors]
    if len(said) == 2:
        return None  # either may be wrong
    if all(said[1:]):  # equal strides of the same sizes are not told
        return 0 if len(set(said[1:])) == 1 and "match sizes" in said[1] else None
    return _only(map(bool, said))


def _only(flags: Iterable[bool]) -> int | None:
    places = [place for place, flag in enumerate(flags) if flag]
    return places[0] if len(places) == 1 else None


def message(snippet: Snippet, record: Record) -> list[str]:
    """The message with which a job ended, with masks for what differs from run to run; empty without a message."""
    error = output.raised(record.ranks[record.first].stderr, snippet.path) if record.first is not None else None
    return output.masked(str(error).splitlines(), snippet.needs.volatile) if error else []


def _root_cause(snippet: Snippet, end: str, first: int | None, ranks: Sequence[RankRecord]) -> list[str]:
    if end == "hang":
        return [f"hang: rank {n} at line {rank.line}" for n, rank in enumerate(ranks) if rank.exit is None]
    if first is None:
        return [end]
    error = output.raised(ranks[first].stderr, snippet.path)
    where = f"line {error.line}: " if error else ""
    return [
        where + (error.type if error else _how(ranks[first].exit or 0, None)),
        *(str(error or "").splitlines()),
    ]
