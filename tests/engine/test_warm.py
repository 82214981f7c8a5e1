"""The warm engine against programs that behave badly. After each: no process, no file is left."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path

import pytest
from sandbox import descendants, reap_orphans, temporary, until

from lockstep.engine import process, scratch
from lockstep.engine.engine import Engine
from lockstep.engine.job import STREAM_LIMIT, EngineError
from lockstep.engine.warm import ForkServer, LateError
from lockstep.snippet.snippet import read_snippet

pytestmark = [
    pytest.mark.torch,
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.skipif(sys.platform != "linux", reason="the warm engine needs Linux"),
]

GROUP = "import torch\nimport torch.distributed as dist\ndist.init_process_group('gloo')\nrank = dist.get_rank()\n"


@pytest.fixture
def run(sandbox, engine):
    def run(body, ranks=0, timeout=30.0, name="topic/one.py"):
        sandbox.snippet(textwrap.dedent(body), name, ranks, f"timeout = {timeout}")
        one = read_snippet(sandbox.root, name)
        assert one.problems == ()
        return engine.run(one)[0]

    return run


def outputs(run):
    return [rank.stdout for rank in run.ranks]


def exits(run):
    return [rank.exit for rank in run.ranks]


def test_each_rank_is_captured_apart(run):
    result = run(
        "import os, sys\nprint(os.environ['RANK'])\nprint('e', os.environ['WORLD_SIZE'], file=sys.stderr)", ranks=3
    )
    assert outputs(result) == [b"0\n", b"1\n", b"2\n"]
    assert [rank.stderr for rank in result.ranks] == [b"e 3\n"] * 3
    assert (result.end, exits(result), result.first) == ("finished", [0, 0, 0], None)


def test_plain_python_is_no_rank(run):
    assert outputs(run("import os\nprint(os.environ.get('RANK'), os.environ.get('MASTER_PORT'))")) == [b"None None\n"]


def test_ranks_find_each_other(run):
    body = (
        GROUP
        + "value = torch.tensor([rank + 1.0])\ndist.all_reduce(value)\nprint(value.item())\ndist.destroy_process_group()"
    )
    assert outputs(run(body, ranks=4)) == [b"10.0\n"] * 4


def test_output_below_python_is_captured(run):
    assert outputs(run("import os\nos.system('echo from a shell')")) == [b"from a shell\n"]


def test_looks_like_the_program_a_reader_starts(run):
    result = run(
        "import sys, pathlib\nprint(__name__, sys.argv, pathlib.Path(__file__).name, sys.path[0] == str(pathlib.Path(__file__).parent))"
    )
    assert outputs(result) == [b"__main__ ['snippets/topic/one.py'] one.py True\n"]


def test_sees_only_what_its_key_covers(run, sandbox):
    sandbox.write("secret = 1", "topic/secret.py")
    assert outputs(run("import os\nprint(sorted(os.listdir('snippets/topic')))")) == [b"['one.py']\n"]


def test_files_it_writes_go_away(run, sandbox):
    before = set(sandbox.root.rglob("*"))
    assert exits(run("import tempfile\nopen('checkpoint.pt', 'w').write('x')\ntempfile.mkstemp()")) == [0]
    assert set(sandbox.root.rglob("*")) - before == {
        sandbox.root / "snippets/topic",
        sandbox.root / "snippets/topic/one.py",
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("import sys\nsys.exit(3)", 3),
        ("import sys\nsys.exit('no')", 1),
        ("import sys\nsys.exit()", 0),
        ("raise ValueError('no')", 1),
        ("import os\nos._exit(5)", 5),
        ("import os\nos.kill(os.getpid(), 11)", -11),
        ("import os\nos.abort()", -6),
    ],
)
def test_exit_status(run, body, code):
    assert exits(run(body)) == [code]


def test_an_uncaught_exception_shows_only_the_programs_frames(run):
    lines = run("raise ValueError('no')").ranks[0].stderr.decode().splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert [line for line in lines if line.startswith("  File")] == [lines[1]]
    assert lines[-1] == "ValueError: no"


def test_an_error_of_syntax_shows_no_frame_at_all(sandbox, engine):
    sandbox.snippet("print('no'")
    lines = engine.run(read_snippet(sandbox.root, "topic/one.py"))[0].ranks[0].stderr.decode().splitlines()
    assert [line.partition('"')[0] for line in lines if "File" in line] == ["  File "]
    assert "Traceback" not in lines[0]
    assert lines[-1] == "SyntaxError: '(' was never closed"


def test_exit_handlers_and_threads_finish(run):
    body = """
        import atexit, threading, time
        atexit.register(print, 'at exit')
        threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()
    """
    assert outputs(run(body)) == [b"thread\nat exit\n"]


def test_what_torch_does_at_the_exit_of_a_process_is_left_out_and_what_a_program_does_is_not(run):
    body = """
        import atexit, sys, weakref
        import torch._dynamo.utils
        from torch.library import Library

        class Log:
            def info(self, *words):
                print("torch logs that nothing was compiled")

        torch._dynamo.utils.log = Log()
        atexit.register(lambda: print([one.atexit for one in weakref.finalize._registry], "tabulate" in sys.modules))
        own = Library("own", "DEF")
        weakref.finalize(own, print, "own")
    """
    early, *late = outputs(run(body))[0].decode().splitlines()
    assert early.count("True") == 2
    assert "False" in early
    assert late == ["own"]


def test_a_hang_on_one_rank_names_its_line(run, sandbox):
    result = run(GROUP + "if rank == 1:\n    import time\n    time.sleep(60)\nprint('done')", ranks=2, timeout=1)
    assert (result.end, exits(result)) == ("hang", [0, None])
    assert f'one.py", line {sandbox.line_of("time.sleep")} in <module>' in result.ranks[1].stack
    assert result.seconds < 60


def test_a_hang_on_all_ranks_names_every_line(run, sandbox):
    result = run(
        GROUP + "t = torch.ones(1)\nif rank:\n    dist.all_reduce(t)\nelse:\n    dist.recv(t, 1)", ranks=2, timeout=2
    )
    assert (result.end, exits(result)) == ("hang", [None, None])
    assert f'one.py", line {sandbox.line_of("dist.recv")} in <module>' in result.ranks[0].stack
    assert f'one.py", line {sandbox.line_of("dist.all_reduce")} in <module>' in result.ranks[1].stack


def test_a_stopped_rank_writes_its_stack(run, sandbox):
    result = run("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\nwhile True:\n    pass", timeout=1)
    assert result.end == "hang"
    assert "in <module>" in result.ranks[0].stack


def test_a_rank_that_blocks_all_signals_has_no_stack(run):
    body = "import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 64))\ntime.sleep(60)"
    result = run(body, timeout=1)
    assert (result.end, result.ranks[0].stack) == ("hang", "")


def test_a_crash_writes_its_stack(run, sandbox):
    result = run("import os\nos.kill(os.getpid(), 11)")
    assert f"line {sandbox.line_of('os.kill')} in <module>" in result.ranks[0].stack
    assert result.ranks[0].stderr == b""


def test_a_rank_that_still_computes_at_its_timeout_has_as_much_time_again(run):
    """On a loaded machine a job is late without a hang."""
    spin = "import time\nend = time.monotonic() + 4\nwhile time.monotonic() < end: pass\nprint('done')"
    result = run(spin, timeout=3.0)
    assert (result.end, outputs(result)) == ("finished", [b"done\n"])
    assert run("while True: pass", timeout=1.0).end == "hang"


def test_time_in_which_a_rank_waits_for_a_core_does_not_count(run):
    """At its timeout on the clock it sleeps, as one does that hangs."""
    body = "import time\nwhile time.process_time() < 1.5: pass\ntime.sleep(3)\nprint('done')"
    spin = [sys.executable, "-Sc", "while True: pass"]
    # Each in a session of its own: the kernel gives the cores to sessions, not to processes.
    spinning = [subprocess.Popen(spin, start_new_session=True) for _ in range(4 * len(os.sched_getaffinity(0)))]
    try:
        result = run(body, timeout=6)
    finally:
        for one in spinning:
            one.kill()
            one.wait()
    assert (result.end, outputs(result)) == ("finished", [b"done\n"])


def test_a_hang_that_ignores_signals_ends(run):
    result = run("import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)", timeout=1)
    assert result.end == "hang"


def test_when_one_rank_fails_the_others_are_ended(run):
    body = GROUP + "if rank == 1:\n    raise ValueError('boom')\nimport time\ntime.sleep(60)"
    result = run(body, ranks=3)
    assert (result.end, result.first, exits(result)) == ("finished", 1, [-15, 1, -15])
    assert result.seconds < 10


def test_a_sibling_that_has_no_core_comes_to_its_own_end(run, spinning):
    """Rank 0 needs a quarter of a second of CPU time, on cores that others take."""
    body = GROUP + "import time\nif rank:\n    raise ValueError('boom')\nstart = time.process_time()\n"
    body += "while time.process_time() < start + 0.25: pass\nprint('I am here')\nraise ValueError('too')"
    result = run(body, ranks=2, timeout=60)
    assert (exits(result), outputs(result)) == ([1, 1], [b"I am here\n", b""])


@pytest.fixture
def spinning():
    """Processes that take the cores from all others."""
    with contextlib.ExitStack() as started:
        for _ in range(4 * (os.cpu_count() or 1)):
            one = started.enter_context(subprocess.Popen([sys.executable, "-Sc", "while True: pass"]))
            started.callback(one.kill)
        yield


def test_a_sibling_that_ignores_sigterm_is_killed(run):
    body = (
        GROUP
        + "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nif rank:\n    raise ValueError\ntime.sleep(60)"
    )
    assert exits(run(body, ranks=2)) == [-9, 1]


def test_what_a_program_leaves_running_is_killed_and_counted(run):
    seconds = f"600.{os.getpid()}"  # of this test alone: others may run on this machine
    body = f"""
        import os, subprocess, time
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
        subprocess.Popen(['sleep', '{seconds}'], start_new_session=True)
    """
    result = run(body)
    assert (exits(result), result.strays) == ([0], 2)
    assert not subprocess.run(["pgrep", "-f", f"sleep {seconds}"], capture_output=True, check=False).stdout


def test_children_that_are_joined_are_no_strays(run):
    assert run("import subprocess\nsubprocess.run(['true'])").strays == 0


def test_fifty_megabytes_are_stopped(run):
    result = run("for i in range(500_000):\n    print('x' * 100)")
    assert result.end == "flood"
    assert STREAM_LIMIT < len(result.ranks[0].stdout) < 2 * STREAM_LIMIT


def test_output_just_under_the_limit_is_whole(run):
    result = run(f"import sys\nsys.stdout.write('y' * {STREAM_LIMIT - 10})")
    assert (result.end, len(result.ranks[0].stdout)) == ("finished", STREAM_LIMIT - 10)


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"\x1b[31mred\x1b[0m", b"no newline", "é €".encode()])
def test_bytes_come_through_as_they_are(run, data):
    assert outputs(run(f"import os\nos.write(1, {data!r})")) == [data]


def test_a_file_name_with_a_space(run):
    assert outputs(run("print('x')", name="topic/a claim.py")) == [b"x\n"]


def test_standard_input_is_empty(run):
    assert outputs(run("import sys\nprint(repr(sys.stdin.read()))")) == [b"''\n"]


def test_the_rendezvous_port_is_the_systems_choice(run):
    """Two jobs at once, and a port that is taken: nothing clashes."""
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        body = GROUP + "import os\nprint(os.environ['MASTER_PORT'])\ndist.destroy_process_group()"
        ports = {outputs(run(body, ranks=2))[0] for _ in range(2)}
        assert str(taken.getsockname()[1]).encode() + b"\n" not in ports


def test_one_process_does_not_change_the_next(run):
    run("import os, random, torch\nos.environ['X'] = '1'\ntorch.manual_seed(7)\ntorch.set_num_threads(2)")
    assert outputs(
        run("import os, torch\nprint(os.environ.get('X'), torch.initial_seed() == 7, torch.get_num_threads())")
    ) == [b"None False 1\n"]


def test_forty_jobs_in_a_row(run):
    body = GROUP + "dist.barrier()\nprint(rank)\ndist.destroy_process_group()"
    assert all(outputs(run(body, ranks=2)) == [b"0\n", b"1\n"] for _ in range(40))


def test_a_server_that_dies_takes_its_job_along_and_the_next_one_gets_another(sandbox):
    sandbox.snippet("import time\nprint('up', flush=True)\ntime.sleep(30)")
    slow = read_snippet(sandbox.root, "topic/one.py")
    fast = read_snippet(sandbox.root, sandbox.snippet("print('fast')", "topic/two.py"))
    before = descendants()
    with Engine() as own:
        first = own._warm()
        with pytest.raises(EngineError, match=r"the leader of snippets/topic/one\.py died"):
            own.run(slow, lambda *_: first._process.kill())
        assert own.run(fast)[0].ranks[0].stdout == b"fast\n"
        assert own._warm() is not first
    reap_orphans(before)


def test_a_server_that_still_starts_can_be_stopped(sandbox, monkeypatch, tmp_path):
    """SIGTERM must end a recorder in a moment, and torch takes its time to be imported."""
    (tmp_path / "torch.py").write_text("import time\ntime.sleep(600)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    engine = Engine()
    threading.Timer(0.5, engine.stop).start()
    start = time.monotonic()
    with pytest.raises(EngineError):
        engine.run(read_snippet(sandbox.root, sandbox.snippet()))
    assert time.monotonic() - start < 100  # less than a server has to start


def test_a_server_that_cannot_start_says_why(monkeypatch, tmp_path):
    (tmp_path / "torch.py").write_text("raise ImportError('no torch today')")
    with ForkServer({"PYTHONPATH": str(tmp_path)}) as server, pytest.raises(EngineError, match="no torch today"):
        server.start()


@pytest.mark.parametrize(
    ("ending", "why"),
    [("kill", r"it was killed by SIGKILL \(out of memory\?\)"), ("exit", "it exited with 3")],
)
def test_a_server_that_ends_while_it_starts_says_how(tmp_path, ending, why):
    """It may be the first process of a namespace, which can be killed from outside alone."""
    started = tmp_path / "started"
    body = "import os\nos._exit(3)" if ending == "exit" else "import time\ntime.sleep(600)"
    (tmp_path / "torch.py").write_text(f"open({str(started)!r}, 'w').close()\n{body}")
    with ForkServer({"PYTHONPATH": str(tmp_path)}) as server:
        until(started.exists)
        if ending == "kill":
            os.kill([server._process.pid, *process.descendants(server._process.pid)][-1], signal.SIGKILL)
        for _ in range(2):  # each thread that waits for it gets the reason
            with pytest.raises(EngineError, match=f"the fork server did not start: {why}$"):
                server.start()


def test_a_server_that_takes_too_long_is_ended_and_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr("lockstep.engine.warm.START_LIMIT", 0.2)
    (tmp_path / "torch.py").write_text("import time\ntime.sleep(600)")
    with ForkServer({"PYTHONPATH": str(tmp_path)}) as server:
        with pytest.raises(LateError, match=r"it imported torch for 0\.2 s"):
            server.start()
        assert server.died()


def test_a_recorder_that_is_killed_takes_its_ranks_along(sandbox):
    before, files = descendants(), temporary()
    sandbox.snippet(GROUP + "import time\nprint('up', flush=True)\ntime.sleep(97)", ranks=2)
    command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "run", "topic/one.py"]
    recorder = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
    assert recorder.stdout
    assert b"up" in recorder.stdout.readline()
    os.kill(recorder.pid, signal.SIGKILL)
    recorder.wait()
    recorder.stdout.close()
    until(lambda: not _ranks_of_scratch())
    reap_orphans(before)
    assert temporary() > files  # SIGKILL leaves a recorder no time to remove its folders
    with scratch.folder():
        pass
    assert temporary() <= files


def _ranks_of_scratch():
    """Processes whose working directory is a scratch folder of this test session."""
    found = []
    for path in (Path("/proc", name, "cwd") for name in os.listdir("/proc") if name.isdecimal()):
        with contextlib.suppress(OSError):
            if os.readlink(path).startswith(f"{tempfile.gettempdir()}/lockstep-"):
                found.append(path.parent.name)
    return found
