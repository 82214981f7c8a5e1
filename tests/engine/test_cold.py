"""The cold engine: real python and real torchrun. Slow, so few; `nox -s cold` runs every snippet this way."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time

import pytest

from lockstep.engine.engine import Engine
from lockstep.engine.job import EngineError
from lockstep.snippet.snippet import read_snippet

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("nothing_left")]
linux = pytest.mark.skipif(sys.platform != "linux", reason="stacks and strays are found in /proc")


@pytest.fixture
def run(sandbox):
    def run(body, ranks=0, timeout=60.0, env=""):
        name = sandbox.snippet(body, ranks=ranks, needs=f"timeout = {timeout}")
        if env:
            path = sandbox.root / "snippets" / name
            path.write_text(path.read_text().replace("$ ", f"$ {env} "))
        with Engine(cold=True) as engine:
            return engine.run(read_snippet(sandbox.root, name))[0]

    return run


def test_python(run):
    result = run("import sys\nprint('out')\nprint('err', file=sys.stderr)\nsys.exit(3)")
    assert (result.end, result.first, result.ranks[0].exit) == ("finished", 0, 3)
    assert (result.ranks[0].stdout, result.ranks[0].stderr) == (b"out\n", b"err\n")


def test_variables_of_the_command_are_set(run):
    assert run("import os\nprint(os.environ['A'])", env="A=b").ranks[0].stdout == b"b\n"


def test_torchrun_each_rank_apart_and_the_root_cause_named(run):
    body = "import os, time\nprint(os.environ['RANK'])\nif os.environ['RANK'] == '1':\n    raise ValueError('boom')\ntime.sleep(50)"
    result = run(body, ranks=2)
    assert [rank.stdout for rank in result.ranks] == [b"0\n", b"1\n"]
    assert (result.first, [rank.exit for rank in result.ranks]) == (1, [-15, 1])
    assert b"ValueError: boom" in result.ranks[1].stderr


@linux
def test_torchrun_hang_gives_the_stack_of_each_rank(run, sandbox):
    result = run(
        "import os, time\nif os.environ['RANK'] == '1':\n    time.sleep(900)\ntime.sleep(901)", ranks=2, timeout=8
    )
    assert result.end == "hang"
    for rank, seconds in ((0, "901"), (1, "900")):
        assert f"line {sandbox.line_of(seconds)} in <module>" in result.ranks[rank].stack


@linux
def test_python_hang_gives_the_stack(run, sandbox):
    result = run("import time\ntime.sleep(900)", timeout=1)
    assert result.end == "hang"
    assert f"line {sandbox.line_of('sleep')} in <module>" in result.ranks[0].stack


@linux
def test_what_a_program_leaves_running_is_killed_and_counted(run):
    assert run("import subprocess\nsubprocess.Popen(['sleep', '600'], start_new_session=True)").strays == 1


def test_too_much_output_is_stopped(run):
    result = run("while True:\n    print('x' * 1000)")
    assert result.end == "flood"


def test_a_stopped_engine_ends_its_job(sandbox):
    sandbox.snippet("import time\ntime.sleep(600)")
    one = read_snippet(sandbox.root, "topic/one.py")
    engine = Engine(cold=True)
    threading.Timer(1.0, engine.stop).start()
    start = time.monotonic()
    with pytest.raises(EngineError, match="stopped"):
        engine.run(one)
    assert time.monotonic() - start < 300


def test_variables_and_torchrun_options_force_a_cold_run(sandbox):
    sandbox.snippet(ranks=2)
    path = sandbox.root / "snippets/topic/one.py"
    plain = path.read_text()
    for changed in (plain.replace("$ ", "$ A=1 "), plain.replace("torchrun ", "torchrun --max-restarts 1 ")):
        path.write_text(changed)
        assert Engine().kind(read_snippet(sandbox.root, "topic/one.py")) == "cold"
    path.write_text(plain)
    warm = "warm" if sys.platform == "linux" else "cold"
    assert Engine().kind(read_snippet(sandbox.root, "topic/one.py")) == warm
    assert Engine("1xh200").kind(read_snippet(sandbox.root, "topic/one.py")) == "cold"


def test_where_forks_do_not_work_the_cold_way_is_chosen(sandbox, monkeypatch):
    monkeypatch.setattr("lockstep.engine.engine.WARM_WORKS", False)
    sandbox.snippet()
    assert Engine().kind(read_snippet(sandbox.root, "topic/one.py")) == "cold"


def test_torchrun_does_not_need_its_usual_port(run):
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # something else has it: as good
            taken.bind(("127.0.0.1", 29500))
        taken.listen()
        body = "import torch.distributed as dist\ndist.init_process_group('gloo')\nprint('up')\ndist.destroy_process_group()"
        assert [rank.stdout for rank in run(body, ranks=2).ranks] == [b"up\n", b"up\n"]


def test_a_job_that_ends_while_it_is_looked_at_does_not_hang(run, monkeypatch):
    def look(pids):
        while pids():
            time.sleep(0.05)
        return False

    monkeypatch.setattr("lockstep.engine.process.is_busy", look)
    result = run("import time\ntime.sleep(1)\nprint('done')", timeout=0.2)
    assert (result.end, result.ranks[0].stdout) == ("finished", b"done\n")


def test_time_in_which_a_job_waits_for_a_core_does_not_count(run, monkeypatch):
    monkeypatch.setattr("lockstep.engine.process.delays", lambda pid: {pid: time.monotonic()})
    assert run("import time\ntime.sleep(5)", timeout=2).end == "finished"
    monkeypatch.setattr("lockstep.engine.process.delays", lambda pid: {})
    assert run("import time\ntime.sleep(5)", timeout=2).end == "hang"


def test_without_proc_a_hang_still_ends_and_leaves_no_rank(run, monkeypatch):
    """What macOS does: torchrun is asked to end its ranks."""
    monkeypatch.setattr("lockstep.engine.cold._LINUX", False)
    monkeypatch.setattr("lockstep.engine.limits.Timeout.__init__.__defaults__", (5.0,))
    result = run("import time\ntime.sleep(900)", ranks=2, timeout=3)
    assert result.end == "hang"
