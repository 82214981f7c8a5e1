"""Jobs on several hosts: what the header says, the hosts themselves, agents on loopback, rounds of a rendezvous."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox import ROOT, until

from lockstep.engine import hosts
from lockstep.engine.engine import Engine
from lockstep.engine.hosts import Namespaces, with_localhost
from lockstep.engine.job import RankRun, Round, Run
from lockstep.markdown import run_output
from lockstep.record import judge, recorder
from lockstep.record.record import RankRecord, read_record, write_record
from lockstep.snippet.embed import Embed
from lockstep.snippet.snippet import read_snippet

needs_hosts = pytest.mark.skipif(bool(hosts.obstacle()), reason=f"no network namespaces: {hosts.obstacle()}")
SOURCE = '''"""One is one.

{lines}
"""
# /// script
# [tool.lockstep]
# {needs}
# ///
import os

one = int(1)  # key line
print(f"rank {{os.environ['RANK']}} of {{os.environ['WORLD_SIZE']}}")
assert one == 1
'''
C10D = "$ torchrun --nnodes 2 --rdzv-backend c10d --rdzv-endpoint node0:29400 snippets/topic/one.py"


def source(*lines, needs="timeout = 60"):
    return SOURCE.format(lines="\n".join(lines), needs=needs)


@pytest.fixture
def read(sandbox):
    def read(*lines, needs="timeout = 60"):
        sandbox.write(source(*lines, needs=needs))
        return read_snippet(sandbox.root, "topic/one.py")

    return read


def test_one_line_for_all_hosts(read):
    one = read(C10D.replace("--nnodes 2", "--nnodes=1:3 --nproc-per-node 2"))
    assert (one.problems, len(one.command.hosts), one.command.ranks) == ((), 3, 6)
    assert Engine().kind(one) == "cold"


def test_a_backslash_joins_lines(read):
    one = read(C10D.replace(" --rdzv-endpoint", " \\\n    --rdzv-endpoint"))
    assert (one.problems, one.command.text) == ((), C10D[2:])


def test_the_lines_of_hosts_begin_with_node0(read):
    problems = [str(found) for found in read("node1$ torchrun snippets/topic/one.py").problems]
    assert "snippets/topic/one.py:1: has 1 $ line." in " ".join(problems)


def test_a_text_that_is_no_event_is_told(read):
    problems = [str(found) for found in read(C10D, needs="events = ['step 3: cut']").problems]
    assert problems == [
        "snippets/topic/one.py:7: events = ['step 3: cut'] is wrong. "
        "It is a list such as ['step 3: cut node1'], with cut, kill, start, or limit … 200mbit."
    ]


def test_an_event_of_a_host_that_is_not_there(read):
    problems = [str(found) for found in read(C10D, needs='events = ["go: kill node2"]').problems]
    assert problems == ["snippets/topic/one.py:7: there is no node2. Name one of node0, node1."]


def test_on_loopback_node0_is_localhost():
    argv = ["--rdzv-endpoint", "node0:29400", "--master-addr=node0", "--master-port", "29500", "snippets/node0x.py"]
    assert with_localhost(argv, 7) == [
        "--rdzv-endpoint", "localhost:7", "--master-addr=localhost", "--master-port", "7", "snippets/node0x.py",
    ]  # fmt: skip


@pytest.fixture
def loopback(monkeypatch):
    monkeypatch.setattr("lockstep.engine.hosts.obstacle", lambda: "no right")


@pytest.mark.torch
def test_agents_on_loopback_are_told_so(nothing_left, read, loopback):
    one = read(C10D)
    with Engine() as engine:
        run, _ = engine.run(one)
    assert [(rank.host, rank.stdout) for rank in run.ranks] == [
        ("node0", b"rank 0 of 2\n"),
        ("node1", b"rank 1 of 2\n"),
    ]
    assert (run.end, run.first) == ("finished", None)
    assert recorder.hosts_environment(one) == {"hosts": "2 agents on one host, loopback"}


def test_a_record_from_hosts_stands_where_there_are_none(read, sandbox, loopback, capsys):
    one = read(C10D)
    assert recorder.hosts_obstacle(one) == ""  # there is none yet: it can be made
    made = sandbox.recorded()
    write_record(sandbox.root, replace(made, environment=made.environment | {"hosts": "2 hosts: network namespaces"}))
    why = "recorded on 2 hosts: network namespaces, and this machine can make none: no right"
    assert recorder.hosts_obstacle(one) == why
    with Engine() as engine:
        outcomes = recorder.for_each(recorder.check_one, engine, [one], recorder.Progress(1))
    assert [(found.verdict, found.problems) for found in outcomes] == [(f"left out: {why}", [])]


def program(text: str) -> list[str]:
    return [sys.executable, "-Sc", text]


SERVE = "import socket; s = socket.create_server(('', 5000)); c, a = s.accept(); print(a[0], c.recv(9), flush=True); c.recv(9)"
KNOCK = """
import socket, time
while True:
    try:
        c = socket.create_connection(("node0", 5000))
        break
    except OSError:
        time.sleep(0.02)
c.send(socket.gethostname().encode())
time.sleep(600)
"""


@pytest.fixture
def pair(tmp_path):
    """Make two hosts that have talked, in a folder; returns them and what node0 printed."""

    def pair(name: str) -> tuple[Namespaces, Path]:
        folder = tmp_path / name
        folder.mkdir()
        made = Namespaces(2, folder).__enter__()
        opened.append(made)
        with open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
            for host, text in ((0, SERVE), (1, KNOCK)):
                made.start(host, program(text), folder, dict(os.environ), out, err)
        assert until(lambda: (folder / "out").read_text() or (folder / "err").read_text()) == "10.77.0.2 b'node1'\n"
        return made, folder

    opened: list[Namespaces] = []
    yield pair
    for made in opened:
        made.__exit__()


@needs_hosts
def test_hosts_meet_by_name_and_two_jobs_share_addresses(nothing_left, pair):
    before = subprocess.run(["ip", "-br", "link"], capture_output=True, check=True).stdout
    for name in ("a", "b"):
        made, _ = pair(name)
        assert [agent.poll() for agent in made.agents.values()] == [None, None]
    assert subprocess.run(["ip", "-br", "link"], capture_output=True, check=True).stdout == before


@needs_hosts
def test_a_killed_host_closes_its_connections_and_can_start_again(pair):
    made, folder = pair("a")
    made.kill(1)
    assert made.agents[0].wait(120) == 0  # recv has returned
    assert made.agents[1].returncode
    with contextlib.suppress(BrokenPipeError):
        made.agents[1].stdin.write(b"\n")  # as an event tells it all, the dead as well
    with open(folder / "again", "wb") as out:
        made.start(1, program("import socket; print(socket.gethostname())"), folder, dict(os.environ), out, out)
    assert made.agents[1].wait(120) == 0
    assert (folder / "again").read_text() == "node1\n"


@needs_hosts
def test_a_cut_link_tells_nobody_and_a_limit_holds(pair):
    made, _ = pair("a")
    made.limit(1, "1mbit")
    net = ["nsenter", f"--net=/proc/{made._first(1)}/ns/net"]
    told = subprocess.run([*made._inside, *net, "tc", "qdisc"], capture_output=True, text=True, check=True).stdout
    assert "tbf" in told
    assert "rate 1Mbit" in told
    knock = program("import socket\nsocket.create_connection(('10.77.0.1', 5000), 0.5)")
    assert subprocess.run([*made._inside, *net, *knock], capture_output=True, check=False).returncode == 0
    made.cut(1)
    cut = subprocess.run([*made._inside, *net, *knock], capture_output=True, text=True, check=False)
    assert "timed out" in cut.stderr
    assert [agent.poll() for agent in made.agents.values()] == [None, None]


@needs_hosts
def test_hosts_are_gone_when_their_owner_is_killed(tmp_path):
    owner = f"""
import os, sys, time
from pathlib import Path
from lockstep.engine.hosts import Namespaces
made = Namespaces(1, Path({str(tmp_path)!r})).__enter__()
made.start(0, ["sleep", "4242.5"], Path("/"), dict(os.environ), sys.stdout, sys.stdout)
print(made._first(0), flush=True)
time.sleep(600)
"""
    with subprocess.Popen([sys.executable, "-c", owner], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout
        host = Path(f"/proc/{int(process.stdout.readline())}/cmdline")
        assert b"4242.5" in until(host.read_bytes)
        process.send_signal(signal.SIGKILL)
        process.wait()
        until(lambda: not host.exists() or not host.read_bytes())


ROUNDS = (
    RankRun(0, b"a\nb\n", b"", host="node0", rounds=[Round(0, 0, 2, 0, 0), Round(1, 0, 1, 2, 0)]),
    RankRun(-9, b"c\n", b"", host="node1", rounds=[Round(0, 1, 2, 0, 0)]),
)


def test_rounds_are_kept_compared_and_shown(read, sandbox):
    one = read(C10D)
    ranks = judge.rank_records(one, Run([*ROUNDS]), "/tmp/x")
    assert ranks[0].rounds[1] == Round(1, 0, 1, 1, 0)  # in lines now
    assert judge.lines_with_rounds(ranks[0]) == ["round 0: rank 0 of 2", "a", "round 1: rank 0 of 1", "b"]
    made = sandbox.recorded(ranks=ranks)
    read_again = read_record(sandbox.root, "cpu", one.name)
    assert read_again is not None
    assert read_again.ranks == ranks
    html = run_output.output_rows(one, made, Embed(one.name))
    assert html.index("Rendezvous 1: world size 2") < html.index("c</samp>") < html.index("Rendezvous 2: world size 1")
    assert "its host was killed" in html
    other = judge.rank_records(one, Run([RankRun(0, b"a\nb\n", host="node0"), ROUNDS[1]]), "/tmp/x")
    assert judge.differences(one, made, "finished", None, other)


def test_one_round_is_not_worth_a_word(read):
    ranks = judge.rank_records(read(C10D), Run([RankRun(0, host="node0", rounds=[Round(0, 0, 1, 0, 0)])]), "/tmp/x")
    assert ranks == (RankRecord(0, (), (), host="node0"),)


@pytest.mark.torch
def test_where_a_host_never_started_its_ranks_its_agent_speaks(read, loopback):
    one = read(C10D.replace("--nnodes 2", "--nnodes 2 --no-such-option"))
    with Engine() as engine:
        run, _ = engine.run(one)
    assert run.first == 0
    assert [b"no-such-option" in rank.stderr for rank in run.ranks] == [True, True]
