"""The job that an engine runs and the run that comes of it. Data only, shared by the warm and the cold engine."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

from lockstep.engine.limits import MEMORY
from lockstep.snippet.event import Event
from lockstep.snippet.slurm_line import SlurmLine

STREAM_LIMIT = 1 << 20  # bytes of one stream of one rank; a page can show only a few hundred of them
ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\r\n]*(?:\x07|\x1b\\)?|[@-Z\\-_])")  # colours, links
_LEFT = (b"Connection closed by peer", b"Connection reset by peer", b": Broken pipe", b"Socket closed [")  # of gloo
FRAME = re.compile(r'^\s*File "(?P<path>[^"]+)", line (?P<line>\d+)', re.M)

OnOutput = Callable[[int, str, bytes], None]  # called with (rank, "stdout" or "stderr", bytes) as output arrives


@dataclass(frozen=True)
class Fleet:
    """The hosts of a job that takes several: the options of torchrun on each, and the events that happen to them.

    Attributes:
        options: of torchrun, by host, other than --nproc-per-node.
        events: in their order; an event can happen only after the event before it.
    """

    options: tuple[tuple[str, ...], ...]
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Job:
    """A program to run in a scratch folder, which holds the files that its key covers and nothing else.

    Attributes:
        scratch: the scratch folder, which is the working directory of the program.
        script: path of the program, relative to `scratch`, with `/`.
        ranks: number of processes to start with the environment of torchrun; 0 starts one as plain `python` does.
        timeout: seconds after which the run counts as hung.
        terminal: print to one stream as in a terminal, so that the ranks cannot be told apart. Only the cold engine.
        held: descriptors of the GPU locks. The command inherits them, so that the GPUs stay locked if it outlives this
            process. Only the cold engine.
        fleet: the hosts of the job, which have equally many ranks; None for a job on one host. Only the cold engine.
        slurm: what the `$` line asks of Slurm, where it starts with srun or sbatch; it is then `typed`.
        typed: the `$` line, to be run by a shell in a clean environment; empty to run its parts. Only the cold engine.
        isolated: whether to run it in a sandbox; see `lockstep.engine.sandbox`.
        hidden: folders that are empty in the sandbox.
        memory: bytes of resident memory that one process may use.
        traced: files of which each line is traced, relative to `scratch`; see `lockstep.engine.tracer`. Such a
            run is always warm.
        may_hang: whether a traced rank is also looked at while it waits.
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
    slurm: SlurmLine | None = None
    typed: str = ""
    isolated: bool = False
    hidden: tuple[str, ...] = ()
    memory: int = MEMORY
    traced: tuple[str, ...] = ()
    may_hang: bool = False

    @property
    def processes(self) -> int:
        """Number of processes to start: plain `python` starts one, which is not a rank."""
        return self.ranks or 1


@dataclass(frozen=True)
class Round:
    """A rendezvous that a process took part in: its number, and the rank and world size the process was given.

    `stdout` and `stderr` are how much the process had printed before: bytes in a run, lines in a record.
    """

    number: int
    rank: int
    world_size: int
    stdout: int
    stderr: int


@dataclass
class RankRun:
    """What one rank did. `exit` is negative for a signal, as in subprocess, and None for a rank stopped as hung.

    In a job on several hosts this is one place on a host rather than one rank: the process in this place may become
    another rank in the next round of the rendezvous.
    """

    exit: int | None = None
    stdout: bytes = b""
    stderr: bytes = b""
    stack: str = ""
    trace: bytes = b""
    host: str = ""
    rounds: list[Round] = field(default_factory=list)

    @property
    def has_failed(self) -> bool:
        """Whether it ended badly by itself: the engine ends the others with SIGTERM."""
        return self.exit not in (None, 0, -signal.SIGTERM)

    @property
    def was_left(self) -> bool:
        """Whether it failed because a peer had closed its connection."""
        return any(words in self.stderr for words in _LEFT)


@dataclass
class Run:
    """What a job did.

    Attributes:
        ranks: one entry per process, by rank.
        end: "finished", "hang" (stopped at the timeout), "flood" (stopped for printing too much), or "memory" or
            "processes" (stopped at a limit of `lockstep.engine.limits`).
        first: rank of the first failure seen, or the rank that exceeded a limit, or None.
        ended: the ranks in the order in which they were seen to end.
        strays: number of processes that the program left running, which were killed.
        seconds: wall time in seconds from the first fork to the last exit.
        memory: bytes of memory that each process was allowed.
        cpu: CPU time in seconds, user and system, of all processes of the job.
        log: the whole output of a job that prints to one stream.
    """

    ranks: list[RankRun]
    _: KW_ONLY
    end: str = "finished"
    first: int | None = None
    ended: list[int] = field(default_factory=list)
    strays: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    log: bytes = b""
    memory: int = MEMORY

    def note_exit(self, rank: int, code: int) -> None:
        """Store the exit code of a rank. The first rank with a code other than 0 is the root cause."""
        self.ranks[rank].exit = code
        self.ended.append(rank)
        if code and self.first is None:
            self.first = rank

    def note_who_left(self) -> None:
        """Take the rank that closed its connections for the root cause, not one that failed because of it.

        The kernel closes the sockets of a process before it tells of its end. On a loaded machine a peer that lost its
        connection may be seen to end first. Of several ranks that failed and lost none it is the first that was seen to
        end.
        """
        if self.first is None or not self.ranks[self.first].was_left:
            return
        failed = (number for number in self.ended if self.ranks[number].has_failed)
        self.first = next((number for number in failed if not self.ranks[number].was_left), self.first)


def signal_name(number: int) -> str:
    """The name of a signal, such as `SIGABRT`; `signal 40` for a signal without a name, such as a realtime signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class EngineError(Exception):
    """The engine itself failed, so nothing is known about the snippet."""

    def __init__(self, what: str, todo: str = "Run it again.") -> None:
        super().__init__(what)
        self.todo = todo
