"""GPUs are leased: tests with a fake of several devices, in threads, in several processes, and with killed ones."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
from sandbox import ROOT

from lockstep.engine import gpu_lock as module
from lockstep.engine import machine
from lockstep.engine import sandbox as isolation
from lockstep.engine.engine import Engine
from lockstep.engine.gpu_lock import lock_gpus
from lockstep.engine.job import EngineError
from lockstep.snippet.snippet import read_snippet

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no locks of files, and no GPU profile")
DEVICES = ("GPU-a", "GPU-b", "GPU-c")

# What one recorder does: three threads, each takes locks and writes down when it has them.
RECORDER = """
import os, sys, threading, time
from lockstep.engine.gpu_lock import lock_gpus
log = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND)
def take(wanted):
    for count, exclusive in wanted:
        with lock_gpus(("GPU-a", "GPU-b", "GPU-c"), count, exclusive, lambda: False) as locked:
            os.write(log, f"+ {int(exclusive)} {','.join(locked.devices)}\\n".encode())
            time.sleep(0.002)
            os.write(log, f"- {int(exclusive)} {','.join(locked.devices)}\\n".encode())
jobs = [(1, False)] * 12, [(2, False), (3, False)] * 4, [(1, True), (0, False), (0, True)] * 3
threads = [threading.Thread(target=take, args=(wanted,)) for wanted in jobs]
[one.start() for one in threads], [one.join() for one in threads]
"""

# Takes a device, starts a job that keeps the locks open, says so, and waits to be killed.
HOLDER = """
import subprocess, sys, time
from lockstep.engine.gpu_lock import lock_gpus
with lock_gpus(("GPU-a",), 1, False, lambda: False) as locked:
    job = subprocess.Popen(["sleep", "600"], pass_fds=locked.held if sys.argv[1] == "job" else ())
    print(job.pid, flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def no_lock_left():
    before = locks()  # a killed recorder of another test may have left one
    yield
    assert locks() <= before


def locks():
    return set(Path(tempfile.gettempdir()).glob("lockstep.*.lock"))


@pytest.fixture
def start():
    """Start programs, which are ended with the test, whatever becomes of it."""
    with contextlib.ExitStack() as started:

        def start(program, *args, **options):
            command = [sys.executable, "-c", program, *map(str, args)]
            process = started.enter_context(subprocess.Popen(command, cwd=ROOT, **options))
            started.callback(process.kill)
            return process

        yield start


def overlaps(log):
    """Lines of a log at which a job got a device that another had, or ran beside one that is to be alone."""
    running, wrong = [], []
    for number, line in enumerate(log.splitlines(), 1):
        sign, exclusive, devices = line.split(" ")
        job = (exclusive, set(filter(None, devices.split(","))))
        if sign == "-":
            running.remove(job)
            continue
        if any(job[1] & other or "1" in (exclusive, alone) for alone, other in running):
            wrong.append(number)
        running.append(job)
    return wrong


def test_the_test_sees_what_is_wrong():
    assert overlaps("+ 0 a\n+ 0 b\n- 0 a\n- 0 b\n+ 1 a\n- 1 a\n") == []
    assert overlaps("+ 0 a\n+ 0 a,b\n") == [2]
    assert overlaps("+ 1 a\n+ 0 b\n") == [2]


def test_no_two_jobs_of_two_recorders_share_a_device_and_an_exclusive_one_is_alone(start, tmp_path):
    log = tmp_path / "log"
    log.touch()
    recorders = [start(RECORDER, log) for _ in range(2)]
    assert [one.wait(120) for one in recorders] == [0, 0]
    assert log.read_text().count("+") == 2 * (12 + 8 + 9)
    assert overlaps(log.read_text()) == []


def free(device="GPU-a"):
    """Whether a device is to be had now."""
    descriptor = module._try_lock(Path(tempfile.gettempdir(), f"lockstep.{device}.lock"), True)
    if descriptor is None:
        return False
    module._release(Path(tempfile.gettempdir(), f"lockstep.{device}.lock"), descriptor)
    return True


@pytest.mark.parametrize("keeps", [False, True])
def test_a_killed_recorder_gives_its_device_back_when_its_job_is_gone(start, keeps):
    holder = start(HOLDER, "job" if keeps else "nothing", stdout=subprocess.PIPE, text=True)
    job = int(holder.stdout.readline())
    assert not free()
    holder.kill()
    holder.wait()
    assert free() is not keeps
    os.kill(job, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(job, 0)  # this session is a subreaper
    with lock_gpus(DEVICES[:1], 1, True, lambda: False) as locked:
        assert locked.devices == DEVICES[:1]


def test_who_waits_is_stopped():
    stop = threading.Event()
    with lock_gpus(DEVICES[:1], 1, False, lambda: False):
        threading.Timer(0.1, stop.set).start()
        with pytest.raises(EngineError, match="stopped"), lock_gpus(DEVICES[:1], 1, False, stop.is_set):
            pass


def test_more_than_there_are_is_refused_at_once():
    with pytest.raises(EngineError, match="it takes 4 GPUs, and 3 are to be had"), lock_gpus(DEVICES, 4, False, bool):
        pass


def test_a_file_of_another_user_can_be_locked(monkeypatch):
    """It may be read, not written; in a folder such as /tmp Linux refuses O_CREAT for it."""
    opened = []
    monkeypatch.setattr(module.os, "open", lambda *args, real=os.open: opened.append(args[1]) or real(*args))
    with lock_gpus(DEVICES, 1, False, lambda: False), lock_gpus(DEVICES, 1, False, lambda: False):
        pass
    assert os.O_RDONLY in opened
    assert not any(flags & (os.O_WRONLY | os.O_RDWR) for flags in opened)


@pytest.mark.torch
def test_a_device_is_given_on_only_when_all_processes_of_its_job_are_gone(sandbox, monkeypatch):
    """The first job leaves a process behind; the second one, on the same GPU, looks whether it lives."""
    monkeypatch.setattr(isolation, "obstacle", lambda: "the two jobs must see each other")
    monkeypatch.setattr(machine, "_gpus", lambda: (("GPU-a", "NVIDIA H200"),))
    note = sandbox.root / "pid"
    leaves = "import subprocess\nleft = subprocess.Popen(['sleep', '600'], start_new_session=True)"
    leaves += f"\nopen({str(note)!r}, 'w').write(str(left.pid))"
    looks = (
        f"import os\nprint(os.environ['CUDA_VISIBLE_DEVICES'], os.path.exists('/proc/' + open({str(note)!r}).read()))"
    )
    names = [
        sandbox.snippet(leaves, "topic/a.py", needs="gpus = 1"),
        sandbox.snippet(looks, "topic/b.py", needs="gpus = 1"),
    ]
    said = []
    with Engine("1xh200") as engine:
        first = threading.Thread(target=lambda: said.append(engine.run(read_snippet(sandbox.root, names[0]))[0]))
        first.start()
        while not note.exists():
            time.sleep(0.01)
        said.append(engine.run(read_snippet(sandbox.root, names[1]))[0])
        first.join()
    assert [run.strays for run in said] == [1, 0]
    assert said[1].ranks[0].stdout == b"GPU-a False\n"


@pytest.mark.torch
def test_an_exclusive_snippet_says_so(sandbox, monkeypatch):
    """While it runs, nobody else gets a turn; a `cpu` profile sees no GPU."""
    monkeypatch.setattr(isolation, "obstacle", lambda: "the snippet looks at a lock of the machine")
    monkeypatch.setattr(machine, "_gpus", lambda: (("GPU-a", "NVIDIA H200"),))
    shared = "import fcntl, os\n"
    shared += f"lock = os.open('{tempfile.gettempdir()}/lockstep.machine.lock', os.O_RDONLY)\n"
    shared += "fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)\nprint(repr(os.environ['CUDA_VISIBLE_DEVICES']))"
    with Engine(cold=True) as engine:
        run, _ = engine.run(read_snippet(sandbox.root, sandbox.snippet(shared)))
        assert run.ranks[0].stdout == b"''\n"
        run, _ = engine.run(read_snippet(sandbox.root, sandbox.snippet(shared, needs="exclusive = true")))
        assert b"BlockingIOError" in run.ranks[0].stderr
