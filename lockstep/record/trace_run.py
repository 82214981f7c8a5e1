"""Make traces: run a program with its tracers, compare with its record, run it again, keep what was the same twice."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import PurePosixPath

from lockstep.engine.engine import Engine
from lockstep.engine.job import Run, signal_name
from lockstep.engine.machine import CPU
from lockstep.problem import Problem, command
from lockstep.record import judge, output
from lockstep.record.order import Event, lanes_and_ops
from lockstep.record.record import BadRecord, RankRecord, Record, read_record
from lockstep.record.recorder import Outcome
from lockstep.record.trace import MOST_RANKS, Lane, Op, Step, Trace, Value, trace_path, write_trace
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

_OTHER = Value(text="differs from run to run")
_LONGEST = 120  # characters of the end of a rank
_WITHOUT_EFFECT = ("--standalone",)  # options of torchrun that change nothing in a rank of a job on one host


def can_trace(snippet: Snippet, profile: str) -> bool:
    """Whether a program can be traced: two to eight ranks on this host, which no option of torchrun changes.

    A program that a variable changes in a way which the warm engine does not follow prints something else than its
    record, and so gets no trace.
    """
    command = snippet.command
    is_plain = set(command.options) <= set(_WITHOUT_EFFECT) and not (command.hosts or snippet.needs.simulates)
    return profile == CPU and snippet.needs.cpu and is_plain and 2 <= command.ranks <= MOST_RANKS


def trace_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Trace a snippet and write its trace."""
    try:
        record = read_record(snippet.root, engine.profile, snippet.name)
    except BadRecord:
        record = None
    if record is None or record.key != snippet.key:
        return _failed(snippet, "has no current record.", f"Run: {command('record', snippet.name)}")
    first, second = _attempt(engine, snippet, record), _attempt(engine, snippet, record)
    if isinstance(first, Outcome):
        return first
    if isinstance(second, Outcome):
        return second
    trace = steady(first, second)
    if trace is None:
        return _failed(snippet, "takes other steps from run to run.", "Leave it without a trace.")
    try:
        write_trace(snippet.root, engine.profile, trace)
    except BadRecord as error:
        return _failed(snippet, f"its trace cannot be kept: it {error}.", "Leave it without a trace.")
    except OSError as error:
        path = trace_path(snippet.root, engine.profile, snippet.name).relative_to(snippet.root).as_posix()
        return Outcome("failed", [Problem(path, 0, f"cannot be written: {error.strerror}.", "Make room.")])
    return Outcome("traced")


def _failed(snippet: Snippet, what: str, todo: str) -> Outcome:
    return Outcome("no trace", [Problem(snippet.path, 0, what, todo)])


def _attempt(engine: Engine, snippet: Snippet, record: Record) -> Trace | Outcome:
    """One run as a trace, if it did what is on record."""
    # A reader steps through the program. What a helper file does belongs to the line that calls it.
    files = tuple(
        path for path in snippet.files if path.endswith(".py") and not PurePosixPath(path).name.startswith("_")
    )
    run, scratch = engine.run(snippet, traced=files)
    ranks = judge.rank_records(snippet, run, scratch)
    if problems := judge.problems(snippet, run, ranks):
        return Outcome("no trace", problems)
    if diff := judge.differences(snippet, record, run.end, run.first, ranks):
        todo = "Leave it without a trace, or let it print nothing that watching changes."
        return Outcome("no trace", [Problem(snippet.path, 0, "prints something else while it is traced.", todo)], diff)
    lanes, ops = lanes_and_ops([_events(rank.trace) for rank in run.ranks], _ends(snippet, run, record))
    lanes = tuple(map(_as_on_record, lanes, record.ranks))
    return Trace(snippet=snippet.name, key=snippet.key, end=run.end, files=files, lanes=lanes, ops=ops)


def _events(trace: bytes) -> list[Event]:
    """The events of a rank. The last line of one that was killed may not be whole."""
    return [json.loads(line) for line in trace.splitlines(True) if line.endswith(b"\n")]


def _as_on_record(lane: Lane, rank: RankRecord) -> Lane:
    """A lane that prints the lines on record, which may hold a port or a time. A lane that is cut prints the first."""
    lines = iter(rank.stdout)
    steps = [dataclasses.replace(step, out=tuple(next(lines, "") for _ in step.out)) for step in lane.steps]
    return dataclasses.replace(lane, steps=tuple(steps))


def _ends(snippet: Snippet, run: Run, record: Record) -> list[str]:
    return [_end(snippet, run, rank) for rank in record.ranks]


def _end(snippet: Snippet, run: Run, rank: RankRecord) -> str:
    """How a rank ended, in a few words."""
    if rank.exit is None:
        code = without_marker(snippet.lines[rank.line - 1]).strip() if rank.line else "its exit"
        return f"waits for ever at line {rank.line}: {code}" if rank.line else f"waits for ever at {code}"
    error = output.raised(rank.stderr, snippet.path)
    if error:
        said = (str(error).splitlines() or [error.type])[0]
        return said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"
    if rank.exit < 0:
        return f"ended by {signal_name(-rank.exit)}"
    return f"exits with {rank.exit}" if rank.exit else "has ended"


def steady(first: Trace, second: Trace) -> Trace | None:
    """What two runs did alike: values that differ are not told. None if a rank ran other lines or made other calls."""
    if first == second:
        return first
    if [_shape(lane.steps) for lane in first.lanes] != [_shape(lane.steps) for lane in second.lanes]:
        return None
    if list(map(_bare, first.ops)) != list(map(_bare, second.ops)):
        return None
    lanes = [
        dataclasses.replace(lane, steps=tuple(map(_same_step, lane.steps, other.steps)))
        for lane, other in zip(first.lanes, second.lanes, strict=True)
    ]
    ops = tuple(map(_same_op, first.ops, second.ops))
    return dataclasses.replace(first, lanes=tuple(lanes), ops=ops)


def _shape(steps: Sequence[Step]) -> list[tuple[int, int, int]]:
    return [(step.at, step.file, step.line) for step in steps]


def _bare(op: Op) -> Op:
    parts = (dataclasses.replace(part, before=None, after=None) for part in op.parts)
    return dataclasses.replace(op, parts=tuple(parts))


def _same_op(op: Op, other: Op) -> Op:
    parts = (
        dataclasses.replace(part, before=_same(part.before, twin.before), after=_same(part.after, twin.after))
        for part, twin in zip(op.parts, other.parts, strict=True)
    )
    return dataclasses.replace(op, parts=tuple(parts))


def _same_step(step: Step, other: Step) -> Step:
    names = {name: _same(value, other.set.get(name)) for name, value in step.set.items()}
    return dataclasses.replace(step, set=names)


def _same(value: Value | None, other: Value | None) -> Value | None:
    if value == other or value is None:
        return value
    return Value(text=value.text) if other and value.cells and value.text == other.text else _OTHER
