"""Jobs of Slurm: what a line asks for, what srun tells of failures, and that nothing of a cluster is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from sandbox import ROOT, reap_orphans, until
from sandbox import descendants as everything

from lockstep.engine import sandbox as isolation
from lockstep.engine import scratch, slurm
from lockstep.engine.engine import Engine
from lockstep.engine.job import EngineError, Job
from lockstep.engine.process import descendants
from lockstep.markdown import run_output
from lockstep.record import recorder, trace_run
from lockstep.record.record import RankRecord
from lockstep.snippet.embed import Embed
from lockstep.snippet.slurm_line import SlurmLine
from lockstep.snippet.snippet import read_snippet

needs_slurm = pytest.mark.skipif(bool(slurm.obstacle()), reason=slurm.obstacle())
SRUN = "srun --nodes 2 --ntasks 4 python snippets/topic/one.py"
ARRAY = 'sbatch --array=0-1 --wrap "srun python snippets/topic/one.py"'
SOURCE = '''"""One is one.

$ {line}
"""
# /// script
# [tool.lockstep]
# {needs}
# ///
import os
import sys
import time

one = int(1)  # key line
task, node = os.environ["SLURM_PROCID"], os.environ["SLURMD_NODENAME"]
{body}
assert one == 1
'''


@pytest.fixture
def read(sandbox):
    def read(line, body="print(task, node, os.uname().nodename)", needs="timeout = 60"):
        sandbox.write(SOURCE.format(line=line, body=body, needs=needs))
        return read_snippet(sandbox.root, "topic/one.py")

    return read


def ran(snippet, **options):
    with Engine() as engine:
        return engine.run(snippet, **options)[0]


def test_a_job_of_slurm_runs_cold_on_nodes_and_has_no_trace(read):
    one = read(SRUN)
    assert (one.problems, one.command.ranks, len(one.command.hosts)) == ((), 4, 2)
    assert Engine().kind(one) == "cold"
    assert not trace_run.can_trace(one, "cpu")
    assert slurm._WORDS[len(one.command.hosts)] == "two"


def test_slurm_knows_no_events(read):
    problems = [str(found) for found in read(SRUN, needs='events = ["go: kill node1"]').problems]
    assert problems[0].startswith("snippets/topic/one.py:7: there is no node1.")


def test_where_there_is_no_slurm_a_snippet_is_left_out_with_the_reason(read, monkeypatch):
    one = read(SRUN)
    monkeypatch.setattr("lockstep.engine.slurm.obstacle", lambda: "Slurm needs slurmd")
    assert recorder.hosts_obstacle(one) == "Slurm needs slurmd"
    with Engine() as engine:
        outcomes = recorder.for_each(recorder.check_one, engine, [one], recorder.Progress(1))
        with pytest.raises(EngineError, match="needs Slurm: Slurm needs slurmd"):
            engine.run(one)
    assert [(found.verdict, found.problems) for found in outcomes] == [("left out: Slurm needs slurmd", [])]


@pytest.mark.parametrize("missing", ["programs", "root", "sandbox"])
def test_what_slurm_needs_is_said(monkeypatch, missing):
    monkeypatch.setattr(slurm.shutil, "which", lambda name, path: None if missing == "programs" else name)
    monkeypatch.setattr(slurm.os, "geteuid", lambda: int(missing == "root"))
    monkeypatch.setattr(isolation, "obstacle", lambda: "no namespaces" if missing == "sandbox" else "")
    said = {
        "programs": f"Slurm needs {', '.join(slurm._NEEDED)}",
        "root": "the daemons of Slurm need root",
        "sandbox": "Slurm runs in a sandbox alone: no namespaces",
    }
    assert slurm.obstacle.__wrapped__() == said[missing]


def test_what_srun_says_of_a_failure_is_read(tmp_path):
    assert slurm._numbers("0,2-3") == [0, 2, 3]
    assert [slurm._code(how) for how in ("Exited with exit code 3", "Killed", "Aborted (core dumped)")] == [3, -9, -6]
    line = SlurmLine(nodes=2, tasks=4)
    run = slurm.SlurmRun(Job(scratch=tmp_path, script="one.py", ranks=4, timeout=1.0), line, None)
    (run.logs / "stderr").write_text(
        "srun: error: node1: task 2: Exited with exit code 3\nsrun: error: node0: tasks 0-1: Terminated\n"
    )
    assert list(run._failed().items()) == [(2, 3), (0, -15), (1, -15)]


def test_output_of_a_torchrun_that_ran_twice_is_one_text(tmp_path):
    job = Job(scratch=tmp_path, script="one.py", ranks=4, timeout=1.0, typed="srun torchrun")
    run = slurm.SlurmRun(job, SlurmLine(nodes=2, tasks=2, ranks=2), None)
    for second, (name, text) in enumerate({"none_b": "first ", "none_a": "second"}.items()):
        path = run.logs / "job.1" / name / "attempt_0/1/stdout.log"
        path.parent.mkdir(parents=True)
        path.write_text(text)
        os.utime(path, (second, second))
    assert run._after(3, "stdout", 2) == b"rst second"


def test_a_page_calls_ranks_of_an_array_jobs_and_says_who_ended_them(read, sandbox):
    ranks = (RankRecord(3, (), (), host="node0"), RankRecord(-9, (), (), host="node1"))
    html = run_output.output_rows(read(ARRAY), replace(sandbox.recorded(ranks=ranks), first=0), Embed("topic/one.py"))
    assert "job 0" in html
    assert "ended by Slurm (SIGKILL), because another task failed" in html


@needs_slurm
def test_tasks_run_on_nodes_with_names_of_their_own(nothing_left, read):
    run = ran(read(SRUN))
    assert (run.end, run.first, run.strays) == ("finished", None, 0)
    assert [rank.stdout.decode().split() for rank in run.ranks] == [
        ["0", "node0", "node0"],
        ["1", "node0", "node0"],
        ["2", "node1", "node1"],
        ["3", "node1", "node1"],
    ]
    assert [rank.host for rank in run.ranks] == ["node0", "node0", "node1", "node1"]


@needs_slurm
def test_jobs_of_an_array_are_waited_for(nothing_left, read):
    run = ran(read(ARRAY, "time.sleep(0.5)\nprint(task, os.environ['SLURM_ARRAY_TASK_ID'])"))
    assert [rank.stdout for rank in run.ranks] == [b"0 0\n", b"0 1\n"]


@needs_slurm
def test_the_task_that_failed_is_named_and_the_terminal_kept(nothing_left, read):
    one = read(
        SRUN.replace("--ntasks", "--kill-on-bad-exit --ntasks"), "sys.exit(3) if task == '2' else time.sleep(99)"
    )
    run = ran(one)
    assert (run.end, run.first, run.ranks[2].exit) == ("finished", 2, 3)
    run = ran(one, terminal=True)
    assert run.first == 2
    assert b"srun: error: node1: task 2: Exited with exit code 3" in run.log


@needs_slurm
def test_a_line_that_srun_refuses_is_told(nothing_left, read):
    run = ran(read(SRUN.replace("--ntasks", "--no-such-option --ntasks")))
    assert run.first == 0
    assert b"no-such-option" in run.ranks[0].stderr


@needs_slurm
def test_where_slurm_does_not_start_its_log_says_why(nothing_left, read, monkeypatch):
    monkeypatch.setattr(slurm, "_CLUSTER", 'echo "error: no port" > "$1/slurmctld.log"; exit 1')
    with pytest.raises(EngineError, match="Slurm did not start: error: no port"):
        ran(read(SRUN))


@needs_slurm
def test_a_hang_is_stopped(nothing_left, read):
    run = ran(read(SRUN, "time.sleep(600)", "timeout = 3"))
    assert run.end == "hang"
    assert [rank.exit for rank in run.ranks] == [None] * 4
    assert "one.py" in run.ranks[3].stack


@needs_slurm
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_cluster_ends_with_its_owner(read, sandbox, number):
    before = everything()
    read(SRUN, "print(task, flush=True)\ntime.sleep(600)", "timeout = 600")
    words = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "run", "topic/one.py"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as owner:
        assert owner.stdout
        assert b"[" in owner.stdout.readline()
        below = descendants(owner.pid)
        names = {_name(pid) for pid in below}
        assert {"munged", "slurmctld", "slurmd", "slurmstepd", "srun"} <= names
        owner.send_signal(number)
        owner.wait(60)
    until(lambda: not any(_name(pid).startswith(("slurm", "munge", "srun")) for pid in below))
    reap_orphans(before)  # so that no later test finds them
    with scratch.folder():
        pass  # sweeps the folder of an owner that was killed


def test_a_program_that_fails_to_start_once_is_asked_for_its_version_again(monkeypatch):
    started = []

    def run(command, **_):
        started.append(command)
        if len(started) < slurm._STARTS:
            raise OSError(14, "Bad address")
        return subprocess.CompletedProcess(command, 0, "slurm-wlm 24.11.5\n")

    monkeypatch.setattr(slurm.subprocess, "run", run)
    assert slurm._version.__wrapped__() == "24.11"
    assert len(started) == slurm._STARTS


def _name(pid: int) -> str:
    try:
        with open(f"/proc/{pid}/comm") as file:
            return file.read().strip()
    except OSError:
        return ""
