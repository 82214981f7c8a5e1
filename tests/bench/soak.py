"""Runs snippets in random order and kills what runs them; nothing may be left, and no record may be wrong.

python -m tests.bench.soak --runs 1000 --seed 1
python -m tests.bench.soak --slow  # slow ranks at random instead: what then differs rests on which rank is faster

It works on a copy of the snippets and their records. A recorder takes a few of them at a time; every few seconds a
rank, torchrun, the fork server or the recorder itself is killed. After each recorder it looks for processes, listening
ports and files that are left, and at each record. Linux only.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from lockstep.engine import process, scratch
from lockstep.engine.engine import default_jobs
from lockstep.engine.machine import CPU
from lockstep.problem import LockstepError
from lockstep.project import Project, find_root
from lockstep.record import judge, recorder
from lockstep.record.record import BadRecord, Record, read_record, record_path
from lockstep.snippet.snippet import Snippet, read_snippet, snippet_names

MARK = "LOCKSTEP_SOAK"  # in the environment of each process below this one
BATCH = 40  # snippets for a recorder
PAUSE = (3.0, 45.0)  # seconds between kills
SLOW = (0, 0, 5, 10, 15, 19)  # priorities for ranks that are slowed, as those of `nice`
CROWD = 4  # jobs at once for each core while ranks are slowed: a priority matters only where others want the core
GRACE = 60.0  # seconds for processes to end: a server that imports torch sees only then that its recorder is gone
STOPS = {"recorder SIGTERM": signal.SIGTERM, "recorder SIGINT": signal.SIGINT, "recorder SIGKILL": signal.SIGKILL}
KINDS = {"rank": 8, "torchrun": 2, "fork server": 4} | dict.fromkeys(STOPS, 2)  # how often, against each other
_DONE = re.compile(r"^\[ *\d+/\d+\] (?P<verdict>\w+(?: \w+)*) +(?P<name>\S+\.py)  ", re.M)
_TORCHRUN = re.compile(r"torch\.distributed\.run|bin/torchrun\b")
_RUNS = {"recorded": 2, "unstable": 2}  # of a snippet; else one, as far as the recorder tells


class Left(NamedTuple):
    """A file or folder that stands there after a recorder. A lock has the same name each time, but is another file."""

    path: Path
    made: int

    @classmethod
    def of(cls, path: Path) -> Left:
        """A file with the time of its last change; the name of a folder is its own, and what is in it may change."""
        return cls(path, 0 if path.is_dir() else path.stat().st_ctime_ns)


@dataclass
class Figures:
    """What was done, and what was found that must not be."""

    jobs: int = field(default_factory=default_jobs)
    runs: int = 0
    kills: collections.Counter[str] = field(default_factory=collections.Counter)
    slowed: int = 0  # ranks
    ports: int = 0
    named: int = 0  # snippets that failed because something of theirs was killed
    unharmed: int = 0  # snippets that were recorded although something of theirs was killed
    stop: float = 0.0  # seconds until a recorder was gone after SIGTERM or SIGINT, at most
    start: float = field(default_factory=time.monotonic)
    wrong: list[str] = field(default_factory=list)

    def report(self) -> str:
        """All figures, and each thing that is wrong on a line of its own."""
        kills = ", ".join(f"{kind} {count}" for kind, count in sorted(self.kills.items()))
        return "\n".join(
            [
                f"{self.runs} runs, {self.jobs} at a time, in {time.monotonic() - self.start:.0f} s",
                f"{self.kills.total()} kills ({kills or 'none'}), {self.slowed} ranks slowed",
                f"{self.named} snippets failed by a kill and were named, {self.unharmed} were right all the same",
                f"{self.ports} listening ports seen; a recorder stopped in {self.stop:.1f} s at most",
                f"{len(self.wrong)} orphans, ports, files, wrong records or failures without a kill",
                *self.wrong,
            ]
        )


class Soak:
    """A copy of a checkout, what was found in it so far, and the recorder that works on it."""

    def __init__(self, root: Path, folder: Path, seed: int, slow: bool = False) -> None:
        self.project = Project(root)
        self.random = random.Random(seed)
        self.slow = slow
        self.figures = Figures(jobs=CROWD * (os.cpu_count() or 1)) if slow else Figures()
        self.root, self.tmp, self.log = folder / "copy", folder / "tmp", folder / "log"
        self.mark = uuid.uuid4().hex
        self.snippets: dict[str, Snippet] = {}
        self.originals: dict[str, tuple[bytes, Record | None]] = {}
        self.chosen: list[str] = []  # these are in each batch
        self.order: list[str] = []
        self.left: set[Left] = set()  # by a recorder that was killed: its next start must remove it

    def prepare(self, paths: Sequence[str] = ()) -> None:
        """Copy the snippets and their records; those with a current record are what runs.

        Raises:
            LockstepError: one of the paths names no snippet.
        """
        chosen = [one.name for one in self.project.select(list(paths))] if paths else []
        self.tmp.mkdir()
        (self.root / "docs").mkdir(parents=True)
        shutil.copytree(self.project.root / "snippets", self.root / "snippets")
        found = [read_snippet(self.root, name) for name in snippet_names(self.root)]
        for one in found:
            if recorder.can_run(one, CPU) and not recorder.is_stale(one, CPU):
                self.snippets[one.name] = one
                self.originals[one.name] = self._path(one.name).read_bytes(), read_record(self.root, CPU, one.name)
        self.chosen = [name for name in chosen if name in self.snippets]
        if not self.snippets or (chosen and not self.chosen):
            self._wrong("no such snippet has a current record; nox -s record makes them")

    def run(self, runs: int) -> None:
        """Let recorders run until so many runs are done, and a last one that nobody disturbs."""
        if self.figures.wrong:
            return
        while self.figures.runs < runs:
            self._batch(self._next())
            print(f"{self.figures.runs} runs", file=sys.stderr, flush=True)
        self._batch(sorted(self.snippets)[:1], kill=False)

    def _next(self) -> list[str]:
        """What the next recorder gets: those that were chosen, and others, so that they are not alone."""
        chosen = self.random.sample(self.chosen, min(len(self.chosen), BATCH))
        number = BATCH - len(chosen)
        while len(self.order) < number:
            self.order += self.random.sample(sorted(self.snippets), len(self.snippets))
        others, self.order = self.order[:number], self.order[number:]
        return list(dict.fromkeys([*chosen, *others]))

    def living(self) -> list[int]:
        """Pids of all that has the mark, or a home in this folder: the shell of a `$` line gets a new environment."""
        return [
            pid
            for pid, env in process.environments().items()
            if env.get(MARK) == self.mark or Path(env.get("HOME", "/")).is_relative_to(self.tmp)
        ]

    def _batch(self, names: list[str], kill: bool = True) -> None:
        fresh = self.random.random() < 0.5
        for name in names:
            self._path(name).write_bytes(self.originals[name][0])
            if fresh:
                self._path(name).unlink()
        hurt, ports, stopped = set[str](), set[str](), ""
        servers = self.figures.kills["fork server"]
        with open(self.log, "wb") as log:
            jobs = ["--jobs", str(self.figures.jobs)]
            command = [sys.executable, "-m", "lockstep", "--root", str(self.root), "record", *jobs, *names]
            env = {**os.environ, "TMPDIR": str(self.tmp), MARK: self.mark}
            child = subprocess.Popen(command, stdout=log, stderr=log, env=env, start_new_session=True)
            slowed = dict[int, int]()
            with _stopped_with_us(child):
                while child.poll() is None:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        child.wait(0.05 if self.slow else self.random.uniform(*PAUSE))
                    if self.slow:
                        self._slow(slowed)
                    elif kill and child.poll() is None and not stopped:
                        ports |= self._ports()
                        kind = self.random.choices(list(KINDS), list(KINDS.values()))[0]
                        hurt |= self._kill(child.pid, kind)
                        if kind in STOPS:
                            stopped = kind
                            self._stop(child, kind)
        self.figures.ports += len(ports)
        self._look(stopped, ports)
        if self.figures.kills["fork server"] > servers:  # it may die before any snippet has a folder
            hurt |= self._without_server(names)
        self._judge(names, fresh, hurt, stopped)

    def _without_server(self, names: list[str]) -> set[str]:
        """The snippets that the recorder says failed because their fork server had gone."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        return {
            name for name in names for line in lines if line.startswith(f"snippets/{name}") and "fork server" in line
        }

    def _kill(self, pid: int, kind: str) -> set[str]:
        """Kill the recorder or, if there is one, something of another kind; returns the snippets that this hurts."""
        if kind not in STOPS:
            pids = [pid for pid in self.living() if _kind(pid) == kind]
            if not pids:
                return set()
            pid = self.random.choice(sorted(pids))
        with contextlib.suppress(OSError):
            one = self._running(Path(os.readlink(f"/proc/{pid}/cwd")))  # empty but for a rank and torchrun
            all_ = one or self._running()
            os.kill(pid, STOPS.get(kind, signal.SIGKILL))
            self.figures.kills[kind] += 1
            return all_ | (set() if one else self._running())  # what has begun meanwhile
        return set()

    def _slow(self, slowed: dict[int, int]) -> None:
        """Give each new rank a priority at random, and now and then another to one that has one."""
        for pid in self.living():
            is_left = pid in slowed and self.random.random() > 0.02
            if is_left or _kind(pid) != "rank":
                continue
            self.figures.slowed += pid not in slowed
            slowed[pid] = self.random.choice(SLOW)
            _set_priority(pid, slowed[pid])

    def _stop(self, child: subprocess.Popen, kind: str) -> None:
        start = time.monotonic()
        code = child.wait()
        if STOPS[kind] != signal.SIGKILL:
            self.figures.stop = max(self.figures.stop, time.monotonic() - start)
            if code not in (128 + STOPS[kind], 1, 0):  # the last two: it was done at that moment
                self._wrong(f"{kind}: exit {code}")

    def _look(self, stopped: str, ports: set[str]) -> None:
        """Look for what a recorder left behind."""
        until = time.monotonic() + GRACE
        while (pids := self.living()) and time.monotonic() < until:
            time.sleep(0.05)
        for pid in pids:
            self._wrong(f"orphan {pid}: {_command(pid)} after {stopped or 'the end'}")
        process.kill_found(self.living)
        for port in ports & _listening():
            self._wrong(f"port still open after {stopped or 'the end'}: socket {port}")
        now = {Left.of(path) for path in (*self.tmp.iterdir(), *self.root.rglob(".part-*"))}
        began = bool(_DONE.search(self.log.read_text("utf-8", "replace")))
        old = now & self.left  # the first run of the next recorder removes what a killed one left
        new = set() if stopped == "recorder SIGKILL" else now - old
        for one in old | new if began else new:
            self._wrong(f"file after {stopped or 'the end'}: {one.path}")
        self.left = now - new

    def _judge(self, names: list[str], fresh: bool, hurt: set[str], stopped: str) -> None:
        """Compare what the recorder said with what it was done to, and each record with the committed one."""
        log = self.log.read_text("utf-8", "replace")
        verdicts = {match["name"]: match["verdict"] for match in _DONE.finditer(log)}
        self.figures.runs += sum(_RUNS.get(verdict, 1) for verdict in verdicts.values())
        for name in names:
            good = verdicts.get(name) in ("recorded", "as before")
            self.figures.named += name in verdicts and name in hurt and not good
            self.figures.unharmed += name in hurt and good
            if not stopped and name not in verdicts:
                self._wrong(f"{name}: the recorder never named it")
            if name in verdicts and not good and name not in hurt and not stopped:
                said = [line for line in log.splitlines() if line.startswith(f"snippets/{name}")]
                self._wrong(f"{name}: {verdicts[name]} without a kill: {' '.join(said)}")
            if wrong := self._difference(self.snippets[name], needed=good or not fresh):
                self._wrong(f"{name}: {wrong}")

    def _difference(self, one: Snippet, needed: bool) -> str:
        """How the record of a snippet differs from the committed one; empty if it does not."""
        try:
            now = read_record(self.root, CPU, one.name)
        except BadRecord as error:
            return f"its record {error}"
        if now is None:
            return "its record is gone" if needed else ""
        old = self.originals[one.name][1]
        if old is None or now.key != old.key:
            return "its record is of another program"
        return "; ".join(judge.differences(one, old, now.end, now.first, now.ranks))

    def _running(self, folder: Path | None = None) -> set[str]:
        """Snippets that have a scratch folder at this moment, or those in one such folder."""
        folders = [folder] if folder else self.tmp.glob(f"{scratch.PREFIX}*")
        found = {path for one in folders if self.tmp in one.parents for path in one.glob("snippets/*/*.py")}
        return {path.relative_to(path.parents[1]).as_posix() for path in found}

    def _ports(self) -> set[str]:
        """Listening sockets of all that runs, by their inode."""
        return _listening() & {one for pid in self.living() for one in _sockets(pid)}

    def _path(self, name: str) -> Path:
        return record_path(self.root, CPU, name)

    def _wrong(self, what: str) -> None:
        self.figures.wrong.append(what)
        print(what, file=sys.stderr, flush=True)


@contextlib.contextmanager
def _stopped_with_us(recorder: subprocess.Popen) -> Iterator[None]:
    """Within this context a recorder runs. If the soak is stopped, it is too: one that is killed cannot end its jobs."""
    try:
        yield
    except KeyboardInterrupt:
        recorder.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            recorder.wait(GRACE)
        raise


def _kind(pid: int) -> str:
    """Which of KINDS a process is: ranks and what they start are Python programs that work in a scratch folder."""
    command, folder, above = _command(pid), "", ""
    with contextlib.suppress(OSError):
        folder = os.readlink(f"/proc/{pid}/cwd")
        above = _command(process.state_and_parent(Path(f"/proc/{pid}/stat"))[1])
    if f"/{scratch.PREFIX}" in folder:
        is_python = "python" in Path(command.partition(" ")[0]).name  # not the shell of a `$` line, no daemon of Slurm
        return ("torchrun" if _TORCHRUN.search(command) else "rank") if is_python else ""
    return "fork server" if "lockstep.engine.forkserver" in command and "forkserver" not in above else ""


def _command(pid: int) -> str:
    """The command line of a process; empty if the process has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
    return ""


def _set_priority(pid: int, priority: int) -> None:
    """Give all threads of a process a priority, and its session: Linux may share a core between sessions first."""
    for thread in Path(f"/proc/{pid}/task").glob("*"):
        with contextlib.suppress(OSError):  # it has ended, or only root may make it faster again
            os.setpriority(os.PRIO_PROCESS, int(thread.name), priority)
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(priority))


def _sockets(pid: int) -> set[str]:
    """Inodes of the sockets that a process has open."""
    inodes = set()
    for path in Path(f"/proc/{pid}/fd").glob("*"):
        with contextlib.suppress(OSError):
            inodes.add(os.readlink(path).removeprefix("socket:[").removesuffix("]"))
    return inodes


def _listening() -> set[str]:
    """Inodes of all sockets on this machine that listen for TCP connections."""
    lines = [line.split() for file in ("tcp", "tcp6") for line in Path(f"/proc/net/{file}").read_text().splitlines()]
    return {words[9] for words in lines if words[3] == "0A"}


def main(argv: Sequence[str] | None = None) -> int:
    """Returns 1 if anything was left or wrong, and 130 or 143 if a signal stopped it."""
    parser = argparse.ArgumentParser("python -m tests.bench.soak", description="Run snippets and kill what runs them.")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="of the order and the kills")
    parser.add_argument(
        "--slow", action="store_true", help="kill nothing; slow ranks at random, with many jobs at once"
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a snippet or folder that each batch takes along")
    args = parser.parse_args(argv)
    process.stop_once(limited=False)  # its recorder has a limit, and must end before it
    print(f"seed {args.seed}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        soak, code = Soak(find_root(), Path(folder).resolve(), args.seed, args.slow), 0
        try:
            soak.prepare(args.paths)
            soak.run(args.runs)
        except LockstepError as error:
            parser.error(str(error))
        except process.Stopped as stopped:
            print("Stopped before the end.", file=sys.stderr)
            code = stopped.code
        finally:
            process.kill_found(soak.living)
    print(soak.figures.report())
    return code or int(bool(soak.figures.wrong))


if __name__ == "__main__":
    sys.exit(main())
