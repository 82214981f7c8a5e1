"""A cluster of Slurm for one job: its controller, and a daemon for each node, all of them on this machine.

Each node has a name of its own, and an address on loopback. All run in the sandbox of the job: its network has the
ports, its private /tmp the state and the key of munge. When the first process of the sandbox ends, the kernel ends all
of them, so no two clusters meet and nothing is left to remove. Needed are Slurm and munge (in Debian slurmctld, slurmd,
slurm-client and munge), root, and the sandbox.

srun writes the output of each task to a file, because its variables say so. Before each task Slurm runs the script
`prolog`, which notes the node of the task, and gives torchrun a folder of its own on each node.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable

from lockstep.engine import process, sandbox
from lockstep.engine.cold import ColdRun, failures, guarded
from lockstep.engine.guard import MARK
from lockstep.engine.job import EngineError, Job, OnOutput, Run
from lockstep.snippet.slurm_line import SlurmLine

_STARTS = 3  # of a program that only says its version: a sandboxed kernel failed once to start it, with EFAULT
_NEEDED = ("munged", "slurmctld", "slurmd", "srun", "sbatch", "scontrol", "ip", "unshare")
_SYSTEM = "/usr/sbin:/sbin"  # where daemons lie, which the PATH of a reader may not name
_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
# `cred_expire`, the least that Slurm takes, is also what a job waits that is requeued. `sched_interval` is how long a
# waiting job may be overlooked. Each node has two CPUs, whatever the machine has.
_CONFIGURATION = """
ClusterName=lockstep
SlurmctldHost=login(127.0.0.1)
SlurmUser=root
AuthInfo=socket=/tmp/slurm/munge,cred_expire=5
StateSaveLocation=/tmp/slurm
SlurmdSpoolDir=/tmp/slurm/%n
SlurmctldPidFile=/tmp/slurm/slurmctld.pid
SlurmdPidFile=/tmp/slurm/%n.pid
SlurmctldLogFile={logs}/slurmctld.log
SlurmdLogFile={logs}/%n.log
TaskProlog={logs}/prolog
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1
SlurmdParameters=config_overrides
NodeName=node[0-{last}] Port=[17000-{port}] CPUs=2
PartitionName=main Nodes=ALL Default=YES State=UP
"""
_PROLOG = """#!/bin/sh
echo "$SLURMD_NODENAME" > "{logs}/${{SLURM_ARRAY_TASK_ID:-job}}.$SLURM_PROCID.node"
echo "export PET_LOG_DIR={logs}/${{SLURM_ARRAY_TASK_ID:-job}}.$SLURM_PROCID"
echo "export PET_LOCAL_ADDR=$SLURMD_NODENAME"  # torchrun sorts its agents by this name
"""
_CLUSTER = r"""
logs=$1 line=$2
shift 2
within_a_minute() { for try in $(seq 600); do "$@" && return; sleep 0.1; done; exit 1; }
ready() { [ "$(sinfo --noheader --states idle --format %D 2>&1)" = "$1" ]; }
hostname login
mount --bind "$logs/hosts" /etc/hosts
mkdir /tmp/slurm
(umask 077; head -c 64 /dev/urandom > /tmp/slurm/key)
cd /tmp/slurm
munged --foreground --socket munge --key-file key --pid-file pid --seed-file seed --log-file log 2> "$logs/munged.log" &
daemons=$!
within_a_minute test -S munge
slurmctld -D 2> /dev/null &
daemons="$daemons $!"
for node; do
    ip address add "$(sed -n "s/ $node$//p" "$logs/hosts")/32" dev lo
    unshare --uts sh -c 'hostname $0; exec slurmd -D -N $0' "$node" 2> /dev/null &
    daemons="$daemons $!"
done
within_a_minute ready $#
touch "$logs/ready"
cd "$OLDPWD"
set +e
sh -c "$line"
code=$?
while [ "$(squeue --noheader)" ]; do sleep 0.1; done  # sbatch does not wait for its job
exits=$(scontrol --oneliner show job | sed -n 's/.* ExitCode=\([0-9]*\):.*/\1/p' | sort -n)
[ "$code" != 0 ] || code=$(echo "$exits" | tail -n 1)
kill $daemons
wait
exit $code
"""
_FAILED = re.compile(r"^srun: error: node\d+: tasks? (?P<tasks>[\d,-]+): (?P<how>.+)$", re.M)
_SIGNALS = {signal.strsignal(number): number for number in signal.valid_signals()}


@functools.cache
def obstacle() -> str:
    """Why this machine cannot run a cluster of Slurm; empty if it can."""
    path = f"{os.environ.get('PATH', os.defpath)}:{_SYSTEM}"
    if missing := [name for name in _NEEDED if not shutil.which(name, path=path)]:
        return f"Slurm needs {', '.join(missing)}"
    if os.geteuid():
        return "the daemons of Slurm need root"
    return f"Slurm runs in a sandbox alone: {sandbox.obstacle()}" if sandbox.obstacle() else ""


def label(nodes: int) -> str:
    """The words that tell a reader where a job of Slurm ran."""
    return f"Slurm {_version()}, {_WORDS[nodes]} nodes on one machine"


@functools.cache
def _version() -> str:
    path = f"{os.environ.get('PATH', os.defpath)}:{_SYSTEM}"
    for _ in range(_STARTS):
        with contextlib.suppress(OSError):
            command = [shutil.which("slurmctld", path=path) or "", "-V"]
            said = subprocess.run(command, capture_output=True, text=True).stdout
            match = re.search(r"\d+\.\d+", said)
            return match[0] if match else "?"
    return "?"


def run(job: Job, on_output: OnOutput | None = None, stopped: Callable[[], bool] = lambda: False) -> Run:
    """Run the `$` line of a job on a cluster of its own; otherwise like `cold.run`.

    Raises:
        EngineError: this machine cannot run Slurm, or Slurm does not start.
    """
    assert job.slurm
    if reason := obstacle():
        raise EngineError(f"its $ line needs Slurm: {reason}", "Run it as root where Slurm is installed.")
    process.become_subreaper()
    return guarded(SlurmRun(job, job.slurm, on_output), stopped)


class SlurmRun(ColdRun):
    """One job of Slurm. Its ranks are those of task 0, then those of task 1, and so on; of an array, job by job."""

    def __init__(self, job: Job, line: SlurmLine, on_output: OnOutput | None) -> None:
        super().__init__(job, on_output)
        self.line = line
        self.names = [  # of each task in the names of its files
            f"{index}.{task}" for index in line.array or ("job",) for task in range(line.tasks)
        ]
        texts = {
            "slurm.conf": _CONFIGURATION.format(logs=self.logs, last=line.nodes - 1, port=17000 + line.nodes - 1),
            "prolog": _PROLOG.format(logs=self.logs),
            "hosts": "127.0.0.1 localhost login\n" + "".join(f"10.77.0.{n + 1} node{n}\n" for n in range(line.nodes)),
        }
        for name, text in texts.items():
            (self.logs / name).write_text(text)
            (self.logs / name).chmod(0o755)

    def run(self, stopped: Callable[[], bool]) -> Run:
        """Run the line like any other command, and note the node of each rank."""
        result = super().run(stopped)
        if result.end == "finished" and not (self.logs / "ready").exists():
            raise EngineError(f"Slurm did not start: {self._complaint()}")
        for name, rank in zip(self.names, range(0, self.job.ranks, self.line.ranks), strict=True):
            with contextlib.suppress(FileNotFoundError):
                node = (self.logs / f"{name}.node").read_text().strip()
                for local in range(self.line.ranks):
                    self.ranks[rank + local].host = node
        if self.job.terminal:
            result.log = self._said().encode()
        return result

    def _complaint(self) -> str:
        texts = [path.read_text("utf-8", "replace").strip() for path in sorted(self.logs.glob("*.log"))]
        return next((text.splitlines()[-1] for text in reversed(texts) if "error" in text), "it says nothing")

    def _argv(self) -> list[str]:
        nodes = [f"node{node}" for node in range(self.line.nodes)]
        return ["unshare", "--uts", "sh", "-ec", _CLUSTER, "slurm", str(self.logs), self.job.typed, *nodes]

    def _environment(self) -> dict[str, str]:
        env = super()._environment()
        settings = {
            "PATH": f"{env['PATH']}:{_SYSTEM}",
            "SLURM_CONF": str(self.logs / "slurm.conf"),
            "SBATCH_OUTPUT": str(self.logs / "batch"),
            "SBATCH_OPEN_MODE": "append",  # a job that is requeued goes on in its files
            "OMP_NUM_THREADS": "1",
        }
        if not self.job.terminal:
            name = "%a" if self.line.array else "job"
            settings |= {
                "SLURM_STDOUTMODE": f"{self.logs}/{name}.%t.stdout",
                "SLURM_STDERRMODE": f"{self.logs}/{name}.%t.stderr",
                "SLURM_OPEN_MODE": "a",
            }
        return {**env, **settings}

    def _after(self, rank: int, name: str, offset: int) -> bytes:
        """What a rank printed: a file of its task, or with torchrun a file for each time that the task was started."""
        task, local = divmod(rank, self.line.ranks)
        paths = [self.logs / f"{self.names[task]}.{name}"]
        if self._is_torchrun:
            found = (self.logs / self.names[task]).glob(f"*/attempt_*/{local}/{name}.log")
            paths = sorted(found, key=lambda path: path.stat().st_mtime)
        return b"".join(path.read_bytes() for path in paths if path.exists())[offset:]

    @property
    def _is_torchrun(self) -> bool:
        return "torchrun" in self.job.typed

    def _living(self) -> dict[int, int | None]:
        """Ranks have the variables of torchrun, or else those of a task."""
        found: dict[int, int | None] = {}
        for pid, env in process.marked(MARK, self.mark).items():
            rank = env.get("RANK" if self._is_torchrun else "SLURM_PROCID", "")
            found[pid] = int(rank) if rank.isdecimal() else None
        return found

    def _said(self) -> str:
        """What srun, sbatch and the scripts of jobs said."""
        paths = (self.logs / name for name in dict.fromkeys(("stdout", self._launcher_log, "batch")))
        return "".join(path.read_text("utf-8", "replace") for path in paths if path.exists())

    def _note_exits(self, result: Run) -> None:
        """Store the exit code of each rank, as srun and torchrun tell it. If they name none, rank 0 gets the log."""
        code = self._report["exit"]
        failed = self._failed() if code else {}
        if code and not failed:
            self.ranks[0].stderr += self._said().encode()
            failed = {0: code}
        for rank in sorted(range(self.job.ranks), key=[*failed, *range(self.job.ranks)].index):
            result.note_exit(rank, failed.get(rank, 0))

    def _failed(self) -> dict[int, int]:
        """Exit codes of the ranks that failed, in the order in which srun says so."""
        codes: dict[int, int] = {}
        for match in _FAILED.finditer(self._said()):
            for task in _numbers(match["tasks"]):
                log = self.logs / f"{self.names[task]}.stderr"
                ranks = failures(log.read_text("utf-8", "replace")) if self._is_torchrun and log.exists() else {}
                for local, code in (ranks or {0: _code(match["how"])}).items():
                    codes.setdefault(task * self.line.ranks + local, code)
        return codes


def _numbers(spans: str) -> list[int]:
    """The numbers of spans such as `0,2-3`."""
    ends = [span.split("-") for span in spans.split(",")]
    return [number for span in ends for number in range(int(span[0]), int(span[-1]) + 1)]


def _code(how: str) -> int:
    """The exit code that srun tells in words: negative for a signal."""
    if match := re.fullmatch(r"Exited with exit code (\d+)", how):
        return int(match[1])
    return -_SIGNALS.get(how.removesuffix(" (core dumped)"), signal.SIGKILL)
