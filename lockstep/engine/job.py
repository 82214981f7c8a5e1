"""What one run of a snippet is asked to do and what it did. Data only: both engines speak it."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lockstep.snippet.event import Event

STREAM_LIMIT = 1 << 20  # bytes of one stream of one rank; a page can show a few hundred
ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")  # colours, links
FRAME = re.compile(r'^\s*File "(?P<path>[^"]+)", line (?P<line>\d+)', re.M)

OnOutput = Callable[[int, str, bytes], None]  # (rank, "stdout" or "stderr", bytes) as they come


@dataclass(frozen=True)
class Fleet:
    """Where a job takes several hosts: what torchrun is told on each, and what happens to them.

    Attributes:
        options: of torchrun, by host, beside --nproc-per-node.
        events: in their order; each counts from the moment the one before it has happened.
    """

    options: tuple[tuple[str, ...], ...]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Job:
    """A program to run in a scratch folder that holds what its key covers and nothing else.

    Attributes:
        scratch: the folder; the program's working directory.
        script: path of the program under `scratch`, with `/`.
        ranks: processes to start with the environment torchrun gives; 0 starts one as plain `python` does.
        timeout: seconds until the run counts as hung.
        terminal: print to one stream, as in a terminal; what is whose is not told apart then. Cold only.
        held: descriptors that the command keeps open: the locks of its GPUs, should it outlive this process. Cold only.
        fleet: the hosts of the job, which share its ranks evenly; None where it runs on one. Cold only.
    """

    scratch: Path
    script: str
    ranks: int
    timeout: float
    args: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    terminal: bool = False
    held: tuple[int, ...] = ()
    fleet: Fleet | None = None

    @property
    def processes(self) -> int:
        """How many to start: plain `python` starts one, which is no rank."""
        return self.ranks or 1


@dataclass(frozen=True)
class Round:
    """A rendezvous that a rank was in: which one, as which rank of how many, and how much it had printed before.

    A run counts that in bytes, a record in lines.
    """

    number: int
    rank: int
    world_size: int
    stdout: int
    stderr: int


@dataclass
class RankRun:
    """What one rank did. `exit` is negative for a signal, as in subprocess; None when it was stopped as hung.

    Of a job that takes several hosts it is a place on one of them, by number: in another round of the rendezvous the
    process in that place may be another rank.
    """

    exit: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    stack: str = ""
    host: str = ""
    rounds: list[Round] = field(default_factory=list)


@dataclass
class Run:
    """What a job did.

    Attributes:
        ranks: one per process, by rank.
        end: "finished", "hang" (stopped at the timeout) or "flood" (stopped for printing too much).
        first: rank of the first failure seen, or None.
        strays: processes the program left behind; they were killed.
        seconds: wall time from the first fork to the last exit.
        cpu: CPU seconds, user and system, of everything the job started.
        log: all that was printed, of a job whose output is one stream.
    """

    ranks: list[RankRun]
    end: str = "finished"
    first: int | None = None
    strays: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    log: bytes = b""

    def note_exit(self, rank: int, code: int) -> None:
        """Note the exit code of a rank; the first that is not 0 is the root cause."""
        self.ranks[rank].exit = code
        if code and self.first is None:
            self.first = rank


def signal_name(number: int) -> str:
    """`SIGABRT`; `signal 40` for one that has no name, such as a realtime signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class EngineError(Exception):
    """The engine itself failed: nothing is known about the snippet."""

    def __init__(self, what: str, todo: str = "Run it again.") -> None:
        super().__init__(what)
        self.todo = todo
