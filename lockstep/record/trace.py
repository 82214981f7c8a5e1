"""Traces on record: what each rank of a program did, line by line. One JSON file for each snippet and profile."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from lockstep.record import schema
from lockstep.record.record import BadRecord, Digest, replace
from lockstep.record.schema import Count, Text, Unreadable, Within
from lockstep.snippet.snippet import Snippet

FORMAT = 1  # raise it when the meaning of a trace changes, so that all are made again
TRACES_FOLDER = "snippets/traces"
MOST_BYTES = 600_000  # of a trace
MOST_RANKS = 8

# How trace_run.py tells the end of a rank that no error ended; of any other its end is what the error says.
_WITHOUT_ERROR = re.compile(r"has ended|exits with \d+|ended by \w+|waits for ever at (?:its exit|line \d+: .*)")

Clock = Annotated[int, Within(0, 100_000)]
Number = Annotated[int, Within(0, MOST_RANKS - 1)]
Ranks = Annotated[tuple[Number, ...], Count(0, MOST_RANKS)]
Name = Annotated[str, Text(200)]
Said = Annotated[str, Text(10_000)]


@dataclass(frozen=True)
class Value:
    """A value in a few words: `text`, and of a tensor its first numbers as `cells`."""

    text: Annotated[str, Text(200)]
    cells: Annotated[tuple[Annotated[str, Text(30)], ...], Count(0, 8)] = ()


@dataclass(frozen=True)
class Step:
    """A line that a rank ran: when it began, what it printed, and the names whose values it changed.

    `at` counts in the order of `lockstep.record.order`, not in seconds. A value of None: the name is gone.
    """

    at: Clock
    line: Annotated[int, Within(1, 100_000)]
    file: Annotated[int, Within(0, 50)] = 0
    set: Annotated[dict[Name, Value | None], Count(0, 200)] = field(default_factory=dict)
    out: Annotated[tuple[Said, ...], Count(0, 1_000)] = ()


@dataclass(frozen=True)
class Part:
    """What one rank did in an operation: it entered and left at a step of its lane.

    Attributes:
        leave: None where it waits to the end.
        on: the ranks that must have entered before it can leave.
        name: of the call on this rank, where the ranks made different calls.
        done: when the line that waits for an operation in the background went on.
    """

    rank: Number
    step: Annotated[int, Within(0, 1_000)]
    enter: Clock
    leave: Clock | None = None
    on: Ranks = ()
    name: Name = ""
    before: Value | None = None
    after: Value | None = None
    done: Clock | None = None


@dataclass(frozen=True)
class Op:
    """A collective, or a message from one rank to another.

    Attributes:
        group: name of its group; a message has none.
        size: bytes that each rank gives; 0 where that is not known.
        how: such as SUM.
        inside: whether torch made the call inside of the line, such as DDP in `backward`.
    """

    name: Name
    ranks: Ranks
    parts: Annotated[tuple[Part, ...], Count(1, MOST_RANKS)]
    group: Name = ""
    size: Annotated[int, Within(0, 10**15)] = 0
    how: Name = ""
    inside: Annotated[int, Within(0, 1)] = 0


@dataclass(frozen=True)
class Lane:
    """One rank: its steps in their order, how many lines more ran that are not told, how and when it ended."""

    steps: Annotated[tuple[Step, ...], Count(0, 1_000)]
    end: Annotated[str, Text(300)]
    at: Clock
    cut: int = 0

    @property
    def error(self) -> str:
        """What the error says of which the rank died; empty where it ended in another way."""
        return "" if _WITHOUT_ERROR.fullmatch(self.end) else self.end


@dataclass(frozen=True)
class Trace:
    """The steps of all ranks of a program.

    Attributes:
        key: digest of all files that the run could see, as in the record.
        files: those whose lines are told; the snippet is the first.
        end: "finished" or "hang".
    """

    snippet: Name
    key: Digest
    end: Annotated[str, Text(8, "finished|hang", "finished or hang")]
    files: Annotated[tuple[Name, ...], Count(1, 50)]
    lanes: Annotated[tuple[Lane, ...], Count(1, MOST_RANKS)]
    ops: Annotated[tuple[Op, ...], Count(0, 2_000)] = ()

    @property
    def length(self) -> int:
        """The last moment of any rank."""
        return max(lane.at for lane in self.lanes)


def trace_path(root: Path, profile: str, name: str) -> Path:
    """Path of the trace of a snippet."""
    return root / TRACES_FOLDER / profile / Path(name).with_suffix(".json")


def read_trace(root: Path, profile: str, name: str) -> Trace | None:
    """The trace of a snippet, or None if there is none.

    Raises:
        BadRecord: the file is truncated, has another format, or is of another snippet.
    """
    path = trace_path(root, profile, name)
    try:
        return _read(path, name, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadRecord(f"cannot be read: {error.strerror}") from error


@functools.lru_cache(maxsize=1024)
def _read(path: Path, name: str, saved: int) -> Trace:
    try:
        table = schema.read_json(path, MOST_BYTES)
    except Unreadable as error:
        raise BadRecord(f"is not a whole trace: it {error}") from error
    version = table.pop("format", None) if isinstance(table, dict) else None
    if version != FORMAT:
        raise BadRecord(f"has format {schema.shown(version)}; this version reads {FORMAT}")
    trace, faults = schema.build(Trace, table)
    faults = list(_contradictions(trace)) if trace else faults
    if faults or trace is None:
        raise BadRecord(schema.in_words(faults))
    if trace.snippet != name:
        raise BadRecord(f"is of {trace.snippet}, not of the file it is named for")
    return trace


def _contradictions(trace: Trace) -> Iterator[str]:
    """What is wrong with a trace of which each field alone is as it may be."""
    for number, lane in enumerate(trace.lanes):
        clocks = [step.at for step in lane.steps]
        if clocks != sorted(set(clocks)) or lane.at < max(clocks, default=0):
            yield f"lanes[{number}] has steps out of order"
        if any(step.file >= len(trace.files) for step in lane.steps):
            yield f"lanes[{number}] has a line of a file that is not named"
    for number, op in enumerate(trace.ops):
        for part in op.parts:
            if part.rank >= len(trace.lanes) or part.step >= len(trace.lanes[part.rank].steps):
                yield f"ops[{number}] has a step that is not there"


def write_trace(root: Path, profile: str, trace: Trace) -> None:
    """Write a trace in one step. Programs that do the same have the same file.

    Raises:
        BadRecord: it is too large. Nothing was written.
        OSError: nothing was written, and the old trace is unchanged.
    """
    text = json.dumps({"format": FORMAT, **as_table(trace)}, ensure_ascii=False, separators=(",", ":")) + "\n"
    if len(text.encode()) > MOST_BYTES:
        raise BadRecord(f"has {len(text.encode()):,} bytes, more than {MOST_BYTES:,}")
    path = trace_path(root, profile, trace.snippet)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, text)


def as_table(value: Any) -> Any:
    """A trace or a part of it as JSON, without the fields that have their default."""
    if isinstance(value, str | int | None):
        return value
    if isinstance(value, tuple | list):
        return [as_table(part) for part in value]
    if isinstance(value, dict):
        return {name: as_table(part) for name, part in value.items()}
    kind: Any = type(value)
    fields = [(name, getattr(value, name), default) for name, default in _defaults(kind)]
    return {name: as_table(part) for name, part, default in fields if part != default}


@functools.cache
def _defaults(kind: type) -> list[tuple[str, Any]]:
    """The fields of a dataclass and their defaults; of one that has none, `MISSING`."""
    absent = dataclasses.MISSING
    return [
        (one.name, one.default if one.default_factory is absent else one.default_factory())
        for one in dataclasses.fields(kind)
    ]


def current_trace(snippet: Snippet, profile: str) -> Trace | None:
    """The trace of a snippet as it is now; None where there is none or it cannot be read."""
    try:
        trace = read_trace(snippet.root, profile, snippet.name)
    except BadRecord:
        return None
    return trace if trace and trace.key == snippet.key else None


def traced_names(root: Path, profile: str) -> list[str]:
    """Names of the snippets with a trace. Some of the snippets may no longer exist."""
    folder = root / TRACES_FOLDER / profile
    return sorted(path.relative_to(folder).with_suffix(".py").as_posix() for path in folder.rglob("[!.]*.json"))


def is_outdated(snippet: Snippet, profile: str) -> bool:
    """Whether a snippet has a trace that is not of the snippet as it is now."""
    return trace_path(snippet.root, profile, snippet.name).exists() and current_trace(snippet, profile) is None
