"""A job on several hosts: what each place printed and how it ended, events in their order, and the rounds of torchrun.

No host is made here: the agents are objects that note what they are told. `test_hosts` makes hosts.
"""

from __future__ import annotations

import contextlib
import io
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from lockstep.engine import cluster
from lockstep.engine.hosts import Namespaces
from lockstep.engine.job import EngineError, Fleet, Job, Round, Run
from lockstep.snippet.event import Event

OPTIONS = ("--nnodes", "2")


class Hosts(Namespaces):
    """Hosts that only note what happens to them."""

    def __init__(self, count: int, folder: Path) -> None:
        self.agents, self.told = {}, []

    def __enter__(self) -> Hosts:
        return self

    def __exit__(self, *_: object) -> None:
        self.told.append("removed")

    def start(self, host, argv, cwd, env, out, err):
        self.told.append(f"start node{host}: {' '.join(argv[3:])} in {Path(env['PET_LOG_DIR']).name}")
        self.agents[host] = SimpleNamespace(stdin=io.BytesIO(), returncode=0, pid=0, poll=lambda: 0)

    def cut(self, host):
        self.told.append(f"cut node{host}")

    def limit(self, host, rate):
        self.told.append(f"limit node{host} to {rate}")

    def kill(self, host):
        self.told.append(f"kill node{host}")


Start = Callable[..., cluster.ClusterRun]


@pytest.fixture
def start(tmp_path, monkeypatch) -> Iterator[Start]:
    """Start a job on hosts that only note it, with two places on each."""
    monkeypatch.setattr(cluster, "Namespaces", Hosts)
    monkeypatch.setattr("lockstep.engine.hosts.obstacle", lambda: "")
    with contextlib.ExitStack() as runs:

        def start(*events: Event, hosts: int = 2, places: int = 2, on_output=None) -> cluster.ClusterRun:
            job = Job(scratch=tmp_path, script="snippets/one.py", ranks=hosts * places, timeout=1.0, args=("--fast",))
            run = cluster.ClusterRun(job, Fleet((OPTIONS,) * hosts, events), on_output)
            run._start()
            return runs.enter_context(contextlib.closing(run))

        yield start


def says(run: cluster.ClusterRun, place: int, text: str, attempt: int = 0, name: str = "stdout") -> None:
    """A place prints, in a round, to the file that torchrun opened for it."""
    host, local = divmod(place, run.ranks_per_host)
    path = run._logs(host) / f"none_x/attempt_{attempt}/{local}/{name}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a", encoding="utf-8") as file:
        file.write(text)


def test_the_places_of_a_host_stand_side_by_side_and_the_line_runs_on_each_host(start):
    run = start(hosts=2, places=2)
    assert [rank.host for rank in run.ranks] == ["node0", "node0", "node1", "node1"]
    line = "--nproc-per-node 2 --nnodes 2 snippets/one.py --fast"
    assert run.hosts.told == [f"start node{host}: {line} in node{host}.0" for host in (0, 1)]
    assert run._is_over()


def test_a_host_that_an_event_starts_is_not_there_before(start):
    run = start(Event("go", "start", 1))
    assert list(run.hosts.agents) == [0]
    says(run, 0, "go\n")
    run._read()
    assert list(run.hosts.agents) == [0, 1]
    assert run.hosts.told[-1].endswith("in node1.0")


def test_an_event_takes_a_host_that_this_machine_can_make(tmp_path, monkeypatch):
    monkeypatch.setattr("lockstep.engine.hosts.obstacle", lambda: "no right")
    job = Job(scratch=tmp_path, script="one.py", ranks=2, timeout=1.0, fleet=Fleet(((), ()), (Event("go", "cut", 1),)))
    with pytest.raises(EngineError, match="it needs hosts that links join, and this machine can make none: no right"):
        cluster.run(job)


def test_events_happen_in_their_order_once_a_whole_line_says_so(start):
    run = start(Event("step 1", "limit", 1, "200mbit"), Event("step 2", "cut", 1), Event("step 1", "kill", 0))
    before = len(run.hosts.told)

    def told_after(place: int, text: str) -> list[str]:
        says(run, place, text)
        run._read()
        return run.hosts.told[before:]

    assert told_after(0, "rank 0: step 2\n") == []  # the event before it has not happened
    assert told_after(3, "rank 3: step 1") == []  # the line has no end yet
    assert told_after(3, "0\n") == []  # it was step 10
    assert told_after(3, "rank 3: st") == []
    assert told_after(3, "ep 1\nrank 3: step 2") == ["limit node1 to 200mbit"]
    assert told_after(3, "\nrank 3: step 3\n") == ["limit node1 to 200mbit", "cut node1"]
    assert [agent.stdin.getvalue() for agent in run.hosts.agents.values()] == [b"\n\n"] * 2  # a line for each event
    assert told_after(1, "step 1\nstep 1\n")[2:] == ["kill node0"]
    assert run.killed == {0}


def test_a_host_that_starts_again_was_not_killed_and_has_logs_of_its_own(start):
    run = start(Event("a", "kill", 1), Event("b", "start", 1))
    says(run, 0, "a\nb\n")
    run._read()
    assert run.killed == set()
    assert run._logs(1).name == "node1.1"
    assert run.hosts.told[-1].endswith("in node1.1")


def test_an_agent_that_reads_no_more_is_not_told(start):
    run = start(Event("a", "cut", 1))
    run.hosts.agents[1].stdin = SimpleNamespace(write=lambda _: (_ for _ in ()).throw(BrokenPipeError()))
    says(run, 0, "a\n")
    run._read()
    assert run.hosts.agents[0].stdin.getvalue() == b"\n"


def test_what_each_place_prints_is_told_as_it_comes(start, monkeypatch):
    heard = []
    run = start(on_output=lambda *words: heard.append(words))
    says(run, 0, "a")
    says(run, 3, "é\n", name="stderr")
    assert run._read() is False
    says(run, 0, "b\n")
    monkeypatch.setattr(cluster, "STREAM_LIMIT", 3)
    assert run._read() is False
    assert heard == [(0, "stdout", b"a"), (3, "stderr", "é\n".encode()), (0, "stdout", b"b\n")]
    assert [(rank.stdout, rank.stderr) for rank in run.ranks] == [
        (b"ab\n", b""), (b"", b""), (b"", b""), (b"", "é\n".encode()),
    ]  # fmt: skip
    says(run, 0, "c")
    assert run._read() is True  # four bytes are more than three


def test_a_file_that_torchrun_clears_is_read_to_its_end(tmp_path):
    stream, path = cluster._Stream(), tmp_path / "log"
    path.write_bytes(b"a")
    assert stream.read(path) == b"a"
    with open(path, "ab") as file:
        file.write(b"b")
    path.unlink()
    assert stream.read(path) == b"b"
    path.write_bytes(b"c")
    assert stream.read(path) == b"c"
    assert stream.starts == [0, 2]
    stream.close()


def test_an_older_attempt_is_not_read_again_while_the_newest_is_cleared(tmp_path):
    job = Job(scratch=tmp_path, script="one.py", ranks=2, timeout=1.0)
    with contextlib.closing(cluster.ClusterRun(job, Fleet(((), ())), None)) as run:
        run.starts[1] = 0
        paths = [run._logs(1) / f"none_x/attempt_{attempt}/0/stdout.log" for attempt in (0, 1)]
        assert run._file(1, "stdout") is None
        for path in paths:
            path.parent.mkdir(parents=True)
            path.touch()
            assert run._file(1, "stdout") == path
        paths[1].unlink()
        assert run._file(1, "stdout") is None


def test_a_stream_of_no_file_is_empty(tmp_path):
    stream = cluster._Stream()
    assert (stream.read(None), stream.read(tmp_path / "log"), stream.starts) == (b"", b"", [])
    stream.close()


FAILED = "  rank      : {} (local_rank: {})\n  exitcode  : {} (pid: 7)\n"


def exits(run: cluster.ClusterRun, codes: dict[int, int], **said: str) -> Run:
    """The end of a job whose agents end with these codes, after what they said on standard error."""
    for host, agent in run.hosts.agents.items():
        agent.returncode = codes.get(host, 0)
        run._stderr_path(host).write_text(said.get(f"node{host}", ""), "utf-8")
    run._read()
    result = Run(run.ranks)
    run._note_exits(result)
    return result


def test_all_is_well_where_all_agents_end_well(start):
    run = start()
    for place in range(4):
        says(run, place, "a\n")
    result = exits(run, {})
    assert ([rank.exit for rank in result.ranks], result.first) == ([0, 0, 0, 0], None)


def test_who_failed_first_is_what_its_agent_names_last_and_the_others_were_ended(start):
    run = start()
    for place in range(4):
        says(run, place, "a\n")
    report = FAILED.format(2, 0, -6) + FAILED.format(3, 1, 1)
    result = exits(run, {1: 1}, node1=report)
    assert ([rank.exit for rank in result.ranks], result.first) == ([0, 0, -6, 1], 3)
    result = exits(run, {0: 1}, node0=FAILED.format(1, 1, 3))
    assert [rank.exit for rank in result.ranks][:2] == [-signal.SIGTERM, 3]


def test_the_places_of_a_killed_host_were_killed_and_are_not_the_cause(start):
    run = start(Event("a", "kill", 1))
    for place in range(4):
        says(run, place, "a\n")
    result = exits(run, {1: -9})
    assert ([rank.exit for rank in result.ranks], result.first) == ([0, 0, -9, -9], None)


def test_a_host_whose_places_never_began_shows_what_its_agent_said(start):
    run = start()
    says(run, 0, "a\n")
    says(run, 1, "b\n")
    result = exits(run, {1: 2}, node0="of node0\n", node1="error: no such option: é\n")
    assert [rank.stderr.decode() for rank in result.ranks] == ["", "", "error: no such option: é\n", ""]
    assert ([rank.exit for rank in result.ranks], result.first) == ([0, 0, 2, 2], 2)


def meets(moment: str, ranks: str, size: int, role: str = "default") -> str:
    return (
        f"I1129 {moment} 71 torch/distributed/elastic/agent/server/api.py:525] [{role}] Rendezvous complete for workers."
        f" Result:\n  local_ranks=[0, 1]\n  role_ranks=[8, 9]\n  global_ranks=[{ranks}]\n  role_world_sizes=[8, 8]\n"
        f"  global_world_sizes=[{size}, {size}]\n\n"
    )


def test_each_file_belongs_to_the_round_in_which_its_agent_met_the_others(start):
    """node1 is in the first and the third round: its clock is a little off, and its second file is of round 2."""
    run = start()
    for attempt, text in enumerate(("aa", "b", "c")):
        says(run, 0, text, attempt)
        says(run, 0, text, attempt, "stderr")
        run._read()
    for attempt in (0, 1):
        says(run, 3, "dddd", attempt)
        says(run, 3, "", attempt, "stderr")
        run._read()
    node0 = meets("00:00:01.5", "0, 1", 4) + meets("00:01:00.0", "0, 1", 2) + meets("01:00:00.0", "2, 3", 4)
    node1 = "W1129 00:00:00 other\n" + meets("00:00:01.9", "2, 3", 4) + meets("00:59:59.9", "0, 1", 4)
    result = exits(run, {}, node0=node0, node1=node1)
    assert result.ranks[0].rounds == [Round(0, 0, 4, 0, 0), Round(1, 0, 2, 2, 2), Round(2, 2, 4, 3, 3)]
    assert result.ranks[3].rounds == [Round(0, 3, 4, 0, 0), Round(2, 1, 4, 4, 0)]
    assert result.ranks[1].rounds == result.ranks[2].rounds == []  # these printed to no file


def test_what_was_opened_is_closed_and_the_hosts_are_removed(start):
    run = start()
    says(run, 0, "a")
    run._read()
    file = run.streams[0]["stdout"]._file
    run.close()
    assert file.closed
    run._collect()
    assert run.hosts.told[-1] == "removed"
