"""Read what `TORCH_DISTRIBUTED_DEBUG=DETAIL` says in the logs of a job: who made which call, and who did not come.

With it torch first waits for all ranks of a group in a monitored barrier of gloo, then compares their calls, and only
then makes the call. Its texts are in ProcessGroupWrapper.cpp and ProcessGroupGloo.cpp of torch/csrc/distributed/c10d.
What a message says of another rank is torn where the tensors of the two have not as many dimensions: torch then names
a call that nobody made. So each rank is asked for its own call.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lockstep.explain import log
from lockstep.explain.hang import stacks
from lockstep.explain.hang.dump import LARGEST

_MARKS = ("CollectiveFingerPrint(", "monitoredBarrier")
_PRINT = (
    r"Rank (\d{1,5}) is running collective: CollectiveFingerPrint\(SequenceNumber=(\d{1,18})(?:, )?OpType=(\w+)"
    r"(?:, TensorShape=\[([\d, ]*)\], TensorDtypes=([^,()]+)"
    r", TensorDeviceTypes=TensorOptions\(.{0,60}?device=([\w:]+))?"
)
_DIFFERS = re.compile(rf"Detected mismatch between collectives on ranks\. {_PRINT}.{{0,600}}?, but {_PRINT}")
_FAILED = re.compile(
    r"\[Rank (?P<by>\d{1,5})\]: (?P<many>Ranks?) (?P<ranks>[\d, ]+)"
    r" failed to pass monitoredBarrier in (?P<ms>\d{1,12}) ms"
)
_REACHED = re.compile(r"Rank (\d{1,5}) successfully reached monitoredBarrier, but received errors")
_LATE = re.compile(r"Rank (\d{1,5}) timed out in monitoredBarrier after (\d{1,12}) ms")
_FRAME = re.compile(r'\s*File "(.+)", line (\d+), in (.+)')
_ERROR = re.compile(r"[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Iteration)\b(?:: .*)?")
_OF_FILE = re.compile(r"(?:rank|global)\D?(\d{1,5})(?!\d)", re.IGNORECASE)
_C10D = "torch/distributed/distributed_c10d.py"
_KEPT = 400  # frames of a traceback
_NAMES = {  # of torch's OpType -> of the call in a program
    "ALLREDUCE": "all_reduce",
    "ALLREDUCE_COALESCED": "all_reduce_coalesced",
    "ALLGATHER": "all_gather",
    "ALLGATHER_COALESCED": "all_gather_coalesced",
    "_ALLGATHER_BASE": "all_gather_into_tensor",
    "_REDUCE_SCATTER_BASE": "reduce_scatter_tensor",
    "ALLTOALL": "all_to_all",
    "ALLTOALL_BASE": "all_to_all_single",
}


@dataclass(frozen=True)
class Print:
    """The call of a rank as torch prints it. `number` counts the calls of the group from 1, as a flight recorder does.

    `shape` is None where the message names no tensor.
    """

    number: int
    op: str
    shape: tuple[int, ...] | None = None
    dtype: str = ""
    device: str = ""


@dataclass(frozen=True)
class Mismatch:
    """A rank says that its call is not that of another. Both are named by their ranks in the group."""

    rank: int
    own: Print
    other: int
    others: Print


@dataclass(frozen=True)
class Missed:
    """A rank of a group, its first, says who did not come to the barrier. `is_all`: it has waited for each of them."""

    rank: int
    missing: tuple[int, ...]
    milliseconds: int
    is_all: bool


@dataclass(frozen=True)
class Reached:
    """A rank says that it came to the barrier, and that the first rank of the group did not let it go on."""

    rank: int


@dataclass
class Told:
    """What the log of one rank of the job holds.

    Attributes:
        said: its message; one of calls that differ counts more than one of a barrier, which can follow from it.
        op: the function of torch.distributed in which it waited, if a traceback tells.
        at: "file:line, function" of the program.
        error: the first exception that is not of torch's transport, and does not come from such a message.
    """

    said: Mismatch | Missed | Reached | None = None
    op: str = ""
    at: str = ""
    error: str = ""
    error_at: str = ""
    frames: list[tuple[str, str, str]] = field(default_factory=list, repr=False)


def is_log(path: Path) -> bool:
    """Whether a file holds such a message."""
    chunks = (text for text in _texts(path) if any(mark in text for mark in _MARKS))
    return any(_message(log.words(line)[1]) for text in chunks for line in text.split("\n"))


def is_text(path: Path) -> bool:
    """Whether a file can be the log of a rank, rather than a dump or a stack of py-spy."""
    try:
        if not path.is_file():  # a pipe may never end
            return False
        with path.open("rb") as stream:
            head = stream.read(4096)
    except (OSError, ValueError):  # a name with a null character is a ValueError
        return False
    return not head.startswith(b"\x80") and not head.lstrip().startswith((b"{", b"Process "))


def _texts(path: Path) -> Iterable[str]:
    """The lines of a log as texts of many lines; none where it cannot be read or is too large."""
    try:
        if path.is_file() and path.stat().st_size <= LARGEST:
            with path.open("rb") as stream:
                yield from log.chunks(log.blocks(stream))
    except OSError:
        return


def read(paths: Sequence[Path]) -> dict[int, Told]:
    """What each rank says, by its rank in the job, in logs of one or all ranks."""
    told: dict[int, Told] = {}
    for path in paths:
        named = _OF_FILE.search(path.name)
        of_file = int(named[1]) if named else None
        for text in _texts(path):
            for line in text.split("\n"):
                _take(line, of_file, told)
        if of_file is not None:
            told.setdefault(of_file, Told())
    return dict(sorted(told.items()))


def _take(line: str, of_file: int | None, told: dict[int, Told]) -> None:
    """One line of a log."""
    rank, text = log.words(line)
    rank = of_file if rank is None else rank
    said = _message(text)
    if said is not None:
        rank = said.rank if rank is None else rank
    if rank is None:
        return
    one = told.setdefault(rank, Told())
    if said is not None:
        if isinstance(said, Missed) and isinstance(one.said, Missed):
            said = _both(one.said, said)
        weight = isinstance(said, Mismatch) - isinstance(one.said, Mismatch)  # a mismatch is no consequence
        if weight > 0 or (weight == 0 and type(said) is type(one.said or said)):
            one.said = one.said if isinstance(one.said, Mismatch) else said
            _place(one)
        one.frames.clear()
    elif text.startswith(log.TRACEBACK):
        one.frames.clear()
    elif (match := _FRAME.match(text)) and len(one.frames) < _KEPT:
        one.frames.append((match[1], match[2], match[3]))
    elif one.frames and _ERROR.fullmatch(text):
        if not one.error and "/gloo/" not in text:
            one.error, one.error_at = text, stacks.innermost(reversed(one.frames))
        one.frames.clear()


def _both(one: Missed, other: Missed) -> Missed:
    """Two messages of one barrier: gloo names each missing rank first, and then all of them."""
    missing = tuple(sorted({*one.missing, *other.missing}))
    return Missed(one.rank, missing, one.milliseconds, one.is_all or other.is_all)


def _place(one: Told) -> None:
    """Take the place of a message from the traceback above it."""
    one.at = one.at or stacks.innermost(reversed(one.frames))
    of_torch = (name for file, _, name in one.frames if file.endswith(_C10D))
    one.op = one.op or next(of_torch, "")


def _message(text: str) -> Mismatch | Missed | Reached | None:
    """The message in a line."""
    if not any(mark in text for mark in _MARKS):
        return None
    if match := _DIFFERS.search(text):
        rank, *own, other = match.groups()[:7]
        return Mismatch(int(rank), _print(own), int(other), _print(match.groups()[7:]))
    if match := _FAILED.search(text):
        ranks = tuple(sorted({int(rank) for rank in re.findall(r"\b\d{1,5}\b", match["ranks"])}))
        return Missed(int(match["by"]), ranks, int(match["ms"]), match["many"] == "Ranks")
    if match := _LATE.search(text):
        return Missed(int(match[1]), (), int(match[2]), False)
    match = _REACHED.search(text)
    return Reached(int(match[1])) if match else None


def _print(groups: Sequence[str | None]) -> Print:
    number, op, shape, dtype, device = groups
    assert number is not None
    assert op is not None
    sizes = None if shape is None else tuple(map(int, re.findall(r"\d{1,18}", shape)))
    return Print(int(number) + 1, _NAMES.get(op, op.lower()), sizes, dtype or "", device or "")
