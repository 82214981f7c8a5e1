"""Processes end with their run: looked at from a process of our own, since these calls concern all children of a process."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sandbox import ROOT, until

from lockstep.engine import process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
SLEEP = [sys.executable, "-Sc", "import time; print(flush=True); time.sleep(600)"]


HEAD = "import os, signal, subprocess, sys, time\nfrom lockstep.engine.process import *\n"


def said(code: str) -> str:
    """What a program prints that has these functions at hand."""
    command = [sys.executable, "-c", HEAD + code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ended(child: subprocess.Popen) -> float:
    """Wait for a child: its CPU seconds. Those that `os.times()` gives are also of others that were waited for."""
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime


@pytest.fixture
def sleeper():
    """Start a process that sleeps, with variables of its own; it ends with the test."""
    with contextlib.ExitStack() as started:

        def start(**variables: str) -> subprocess.Popen:
            process = subprocess.Popen(SLEEP, env={**os.environ, **variables}, stdout=subprocess.PIPE)
            running = started.enter_context(process)
            started.callback(running.kill)
            assert running.stdout.readline() == b"\n"  # it is what it shall be: before, it has no command line
            return running

        yield start


@pytest.mark.parametrize("is_listed", [True, False])
def test_children_are_those_that_live(sleeper, monkeypatch, is_listed):
    """The lists of children are a choice of the kernel; without them all processes are looked at."""
    if not is_listed:
        names = os.listdir
        monkeypatch.setattr(os, "listdir", lambda path: names(path if path != "/proc/self/task" else "/proc/no-such"))
    running = sleeper()
    assert running.pid in process.children()
    running.kill()
    os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOWAIT)  # a zombie until somebody asks for its end
    assert running.pid not in process.children()


def test_a_process_that_ends_while_others_are_listed_is_no_error(sleeper, monkeypatch):
    """Whoever looks at the path of such a process is told that there is none."""
    look = os.stat

    def gone(path, *args, **named):
        if str(path).startswith("/proc/"):
            raise ProcessLookupError(path)
        return look(path, *args, **named)

    monkeypatch.setattr(os, "stat", gone)
    pid = sleeper().pid
    assert pid in process.children()
    assert pid in process.descendants(os.getpid())
    assert process.marked("LOCKSTEP_NO_SUCH", "1") == {}


def test_an_orphan_is_killed_and_counted_by_a_subreaper():
    assert (
        said(
            "become_subreaper()\n"
            "subprocess.run(['sh', '-c', 'sleep 600 & sleep 600 &'], stdout=subprocess.DEVNULL)\n"
            "print(kill_children(), children())"
        )
        == "2 []\n"
    )


def test_children_that_end_by_themselves_are_not_killed():
    assert said("subprocess.Popen(['sleep', '0.1'])\nprint(kill_children(grace=60))") == "0\n"


@pytest.mark.parametrize(
    ("code", "killed"),
    [
        ("import time\nwhile time.process_time() < 0.5: pass", False),  # as Python that starts where it gets no core
        ("while True: pass", True),
        ("import os\nwhile True:\n    if os.fork(): os._exit(0)", True),  # each process uses little time
        ("import time\ntime.sleep(600)", True),
    ],
)
def test_what_still_wants_a_core_has_a_second_of_cpu_time_to_end(code, killed):
    started = f"become_subreaper()\nsubprocess.Popen([sys.executable, '-Sc', {code!r}])\n"
    assert said(f"import sys\n{started}print(bool(kill_children(grace=0.1)))") == f"{killed}\n"


def test_a_process_dies_with_its_parent():
    code = "from lockstep.engine.process import *\nimport sys, time\ndie_with_parent(9, int(sys.argv[1]))\n"
    code += "print('ready', flush=True)\ntime.sleep(600)"
    assert (
        said(
            "become_subreaper()\n"
            f"inner = {code!r}\n"
            'middle = \'import os, subprocess, sys; p = subprocess.Popen([sys.executable, "-c", sys.argv[1], '
            "str(os.getpid())], stdout=subprocess.PIPE); p.stdout.readline()'\n"
            "subprocess.run([sys.executable, '-c', middle, inner])\n"
            "print(os.waitstatus_to_exitcode(os.waitpid(-1, 0)[1]))"
        )
        == "-9\n"
    )


def test_who_finds_the_parent_gone_ends_at_once():
    code = "pid = os.fork()\nif pid == 0:\n    die_with_parent(9, 1)\n    os._exit(7)\n"
    assert said(code + "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))") == "1\n"


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_a_signal_interrupts_once_and_the_next_is_not_heard(number):
    assert (
        said(
            "signal.signal(signal.SIGINT, signal.SIG_IGN)\nstop_once()\n"
            f"try:\n    os.kill(os.getpid(), signal.{number})\n    time.sleep(60)\n"
            "except KeyboardInterrupt:\n    os.kill(os.getpid(), signal.SIGTERM)\n    print('cleared up')"
        )
        == "cleared up\n"
    )


@pytest.mark.parametrize(("cleanup", "least"), [("time.sleep(600)", 0), ("while True:\n        pass", 0.5)])
def test_a_cleanup_without_end_is_ended(cleanup, least):
    """One that waits has seconds of clock, one that works has seconds of CPU time, which no load takes from it."""
    code = f"stop_once()\ntry:\n    os.kill(os.getpid(), signal.SIGTERM)\nexcept KeyboardInterrupt:\n    {cleanup}"
    child = subprocess.Popen([sys.executable, "-c", HEAD + code], cwd=ROOT)
    assert least <= ended(child) < 10
    assert child.returncode == 143


def test_a_cleanup_may_have_no_limit():
    code = "import lockstep.engine.process as process\nprocess._CLEANUP, process._LATER = 0.1, 0.1\n"
    code += "stop_once(limited=False)\ntry:\n    os.kill(os.getpid(), signal.SIGTERM)\n"
    code += "except KeyboardInterrupt:\n    time.sleep(2)\n    print('cleared up')"
    assert said(code) == "cleared up\n"


def test_processes_are_found_by_a_variable_and_killed(sleeper):
    ours, other = sleeper(MARK_OF_TEST="a"), sleeper(MARK_OF_TEST="b")
    found = process.marked("MARK_OF_TEST", "a")
    assert set(found) == {ours.pid}
    assert found[ours.pid]["MARK_OF_TEST"] == "a"
    assert process.kill_marked("MARK_OF_TEST", "a") == {ours.pid}
    assert ours.wait() == -signal.SIGKILL
    assert other.poll() is None


def test_state_and_parent_of_a_command_with_brackets_in_its_name(tmp_path):
    (tmp_path / "stat").write_text("12 (a) b) S 7 12 12 0\n")
    assert process.state_and_parent(tmp_path / "stat") == ("S", 7)
    assert process.state_and_parent(Path("/proc/self/stat"))[1] == os.getppid()


def test_what_computes_or_cannot_is_busy_and_what_sleeps_is_not(sleeper, monkeypatch):
    idle = sleeper()
    assert not process.is_busy(lambda: [idle.pid])
    with subprocess.Popen([sys.executable, "-Sc", "while True: pass"]) as spinning:
        assert process.is_busy(lambda: [idle.pid, spinning.pid])
        spinning.kill()
    monkeypatch.setattr(process, "_states_and_ticks", lambda _: (["S", "R"], 0))  # wants a core, and gets none
    assert process.is_busy(lambda: [idle.pid])


def test_how_long_a_process_waited_for_a_core_is_told(sleeper):
    def waited(one):
        return sum(process.delays(one.pid).values())

    idle = sleeper()
    until(lambda: process.state_and_parent(Path(f"/proc/{idle.pid}/stat"))[0] == "S")
    spin = [sys.executable, "-Sc", "while True: pass"]
    with contextlib.ExitStack() as started:
        spinning = []
        for _ in range(4 * len(os.sched_getaffinity(0))):  # each has a quarter of a core
            spinning.append(started.enter_context(subprocess.Popen(spin)))
            started.callback(spinning[-1].kill)
        before = waited(idle)
        until(lambda: max(map(waited, spinning)) > 1)
        assert waited(idle) - before < 0.5
        computed = process._states_and_ticks(one.pid for one in spinning)[1] / os.sysconf("SC_CLK_TCK")
        assert sum(map(waited, spinning)) > 1.5 * computed
    assert process.delays(spinning[0].pid) == {}


def test_a_thread_that_ends_while_it_is_looked_at_does_not_hide_the_others(monkeypatch):
    monkeypatch.setattr(process.os, "listdir", lambda path: ["999999999", str(os.getpid())])
    assert list(process.delays(os.getpid())) == [os.getpid()]


def seconds_given(code: str, monkeypatch, later: float = 60.0) -> tuple[float, float]:
    """How long a process that runs this code may go on where it is given half a second: of clock, and of CPU time."""
    monkeypatch.setattr(process, "_LATER", later)
    with subprocess.Popen([sys.executable, "-Sc", code]) as running:
        start = time.monotonic()
        grace = process.Grace(0.5)
        while not grace.is_over([running.pid]):
            time.sleep(0.01)
        clock = time.monotonic() - start
        running.kill()
        return clock, ended(running)


def test_who_sleeps_has_seconds_of_clock_and_who_works_seconds_of_cpu_time(monkeypatch):
    spins = "while True: pass"
    assert 0.4 < seconds_given(spins, monkeypatch)[1] < 10
    monkeypatch.setattr(process, "_states_and_ticks", lambda _: (["R"], 7))  # wants a core, and gets none
    assert 1.5 <= seconds_given(spins, monkeypatch, later=1.0)[0] < 30
    monkeypatch.setattr(process, "_states_and_ticks", lambda _: (["S"], 7))
    assert seconds_given(spins, monkeypatch)[0] < 30
    monkeypatch.setattr(process, "_states_and_ticks", lambda _: ([], 0))  # has just ended
    assert seconds_given(spins, monkeypatch)[0] < 30
