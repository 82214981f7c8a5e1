"""What a snippet sees of the machine and what it leaves on it, in both engines, with a sandbox and without one."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from sandbox import ROOT

from lockstep.engine import limits
from lockstep.engine import sandbox as module
from lockstep.engine.engine import Engine
from lockstep.record import judge
from lockstep.snippet.snippet import read_snippet

pytestmark = [
    pytest.mark.torch,
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.skipif(sys.platform != "linux", reason="namespaces and /proc are of Linux"),
]
isolated = pytest.mark.skipif(bool(module.obstacle()), reason="this machine gives no namespaces")


@pytest.fixture(scope="module")
def engines(engine):
    """The four ways to run a snippet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "obstacle", lambda: "forbidden")
        with Engine() as warm, Engine(cold=True) as cold:
            warm._warm()
            patch.undo()
            yield {"warm": engine, "cold": Engine(cold=True), "warm bare": warm, "cold bare": cold}


@pytest.fixture(params=["warm", "cold", "warm bare", "cold bare"])
def way(request):
    if "bare" not in request.param and module.obstacle():
        pytest.skip(f"no namespaces: {module.obstacle()}")
    return request.param


@pytest.fixture
def run(sandbox, engines, way, monkeypatch):
    def run(body, ranks=0, timeout=60.0):
        if "bare" in way:
            monkeypatch.setattr(module, "obstacle", lambda: "forbidden")
        name = sandbox.snippet(textwrap.dedent(body), ranks=ranks, needs=f"timeout = {timeout}")
        snippet = read_snippet(sandbox.root, name)
        result, scratch = engines[way].run(snippet)
        records = judge.rank_records(snippet, result, scratch)
        return result, [str(problem) for problem in judge.problems(snippet, result, records)]

    return run


HIDING = {
    "a double fork with an emptied environment": (
        "import subprocess\nsubprocess.Popen(['sh', '-c', 'setsid sleep 612 & setsid sleep 612 &'], env={}).wait()",
        2,
    ),
    "a session of its own": ("import subprocess\nsubprocess.Popen(['sleep', '612'], start_new_session=True)", 1),
    "a stopped child": (
        "import os, signal\nif not os.fork():\n    os.kill(os.getpid(), signal.SIGSTOP)\n    os.execlp('sleep', 'sleep', '612')",
        1,
    ),
    "children that ignore signals": (
        "import os, signal\nfor number in set(range(1, 32)) - {9, 17, 19}:\n    signal.signal(number, signal.SIG_IGN)\n"
        "for _ in range(3):\n    if not os.fork():\n        os.execlp('sleep', 'sleep', '612')",
        3,
    ),
    "a fork bomb of 200": (
        "import os, time\nfor _ in range(200):\n    if not os.fork():\n        time.sleep(612)",
        200,
    ),
}


def left_running():
    found = []
    for path in (Path("/proc", name, "cmdline") for name in os.listdir("/proc") if name.isdecimal()):
        try:
            command = path.read_bytes()
        except OSError:
            continue
        if b"sleep\0612" in command:
            found.append(path.parent.name)
    return found


@pytest.mark.parametrize("hiding", HIDING)
def test_nothing_is_left_by(run, hiding):
    body, count = HIDING[hiding]
    result, problems = run(body)
    assert result.strays == count
    assert problems == [
        f"snippets/topic/one.py: left {count} process{'es' * (count > 1)} running; killed. Join or end what it starts."
    ]
    assert left_running() == []


def test_a_hang_leaves_nothing_that_hid(run):
    """It is stopped at its timeout rather than at its end, so it is cleared in another way."""
    result, problems = run(
        HIDING["a double fork with an emptied environment"][0] + "\nimport time\ntime.sleep(611)", timeout=1
    )
    assert result.end == "hang"
    assert "(time.sleep(611))" in problems[0]
    assert left_running() == []


def test_too_much_memory_is_stopped_and_the_line_named(run, sandbox, monkeypatch):
    monkeypatch.setattr(limits, "MEMORY", 512 << 20)
    body = "import os, time\nif os.environ['RANK'] == '1':\n    x = b'x' * (700 << 20)\n    time.sleep(600)  # full\ntime.sleep(601)"
    result, problems = run(body, ranks=2)
    assert (result.end, result.first) == ("memory", 1)
    at = sandbox.line_of("# full")
    assert problems[0].replace(f":{at - 1}:", f":{at}:") == (
        f"snippets/topic/one.py:{at}: rank 1 used more than 0.5 GB of memory; stopped. "
        "Take smaller tensors, or free them earlier."
    )


def test_too_many_processes_are_stopped(run):
    _, problems = run(
        "import os, time\nfor _ in range(450):\n    if not os.fork():\n        time.sleep(612)\ntime.sleep(612)"
    )
    assert [re.sub(r":\d+:", ":", problem) for problem in problems] == [
        "snippets/topic/one.py: it started more than 400 processes; stopped. Start fewer, and join those it starts."
    ]


def test_the_environment_is_by_allow_list(run, monkeypatch):
    monkeypatch.setenv("API_TOKEN", "secret")
    result, _ = run("import os\nprint(sorted(os.environ))")
    names = result.ranks[0].stdout.decode()
    assert "API_TOKEN" not in names
    assert "'PATH'" in names


@pytest.mark.parametrize("way", ["warm", "cold"], indirect=True)
def test_what_a_snippet_sees_of_the_machine(run, sandbox):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        body = f"""
            import os, socket
            print(os.listdir(os.path.expanduser("~")) in ([], [".pyenv"]), os.listdir("/dev/shm"))
            print(len([name for name in os.listdir("/proc") if name.isdigit()]) < 5)
            print(os.path.exists({str(sandbox.root)!r}))
            for path in ("/etc/made_by_a_snippet", {str(ROOT / "made_by_a_snippet")!r}):
                try:
                    open(path, "w")
                except OSError as error:
                    print(error.strerror)
            open("/tmp/made_by_a_snippet", "w").close()
            for address in (("127.0.0.1", {server.getsockname()[1]}), ("192.0.2.1", 80)):
                try:
                    socket.create_connection(address, timeout=30)
                except OSError as error:
                    print(error.strerror)
        """
        result, _ = run(body)
    assert result.ranks[0].stdout.decode().splitlines() == [
        "True []",
        "True",
        "False",
        "Read-only file system",
        "Read-only file system",
        "Connection refused",
        "Network is unreachable",
    ]
    assert not Path("/tmp/made_by_a_snippet").exists()


AS_NOBODY = """
import os
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
os.environ["TMPDIR"] = "/var/tmp"
from lockstep.engine import sandbox
print(repr(sandbox.obstacle()))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root becomes another user; another user tests this all the time")
@isolated
def test_a_user_without_privileges_needs_a_user_namespace_and_no_more():
    for python in (sys.executable, "/usr/bin/python3"):
        words = [python, "-c", AS_NOBODY]
        with contextlib.suppress(OSError):
            said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
            if not re.search("Permission denied|No module named|SyntaxError", said.stdout + said.stderr):
                break
    else:
        pytest.skip("other users can read no interpreter of this machine")
    assert said.stdout == "''\n", said.stderr


def test_without_namespaces_the_engine_says_so_once(sandbox, monkeypatch, capsys):
    monkeypatch.setattr(module, "obstacle", lambda: "unshare: Operation not permitted")
    snippet = read_snippet(sandbox.root, sandbox.snippet())
    with Engine(cold=True) as engine:
        for _ in range(2):
            assert engine.run(snippet)[0].ranks[0].stdout == b"1\n"
    assert capsys.readouterr().err == "snippets run without a sandbox: unshare: Operation not permitted.\n"
