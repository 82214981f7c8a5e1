"""Every snippet of the site: it prints what is on record, and its proof fails without its key line."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from parallel import group
from sandbox import ROOT

from lockstep.engine import gpu_lock
from lockstep.engine.engine import Engine, default_jobs
from lockstep.project import Project
from lockstep.record import prove
from lockstep.record.prove import prove_one, without_key_lines
from lockstep.record.record import read_record
from lockstep.record.recorder import can_run, check_one, hosts_obstacle, record_one
from lockstep.snippet.snippet import read_snippet

SNIPPETS = Project(ROOT).snippets
REASONS = {
    name: hosts_obstacle(snippet) if can_run(snippet, "cpu") else "needs a GPU" for name, snippet in SNIPPETS.items()
}
PARAMETERS = [
    pytest.param(snippet, id=name, marks=pytest.mark.skipif(bool(REASONS[name]), reason=REASONS[name]))
    for name, snippet in SNIPPETS.items()
]
WORK = {  # of each test that runs a snippet; that one passes as it is, the first has seen
    "test_prints_what_is_on_record": check_one,
    "test_fails_without_its_key_line": without_key_lines,
}


class Ahead:
    """Runs the snippets of a group of tests, a few at once: many only wait, for a timeout or for one another.

    The first test of a group has all that its tests need run, the longest first; each then takes what is its own.
    """

    def __init__(self, engine: Engine, items: list[pytest.Item]) -> None:
        self._pool = ThreadPoolExecutor(default_jobs() + 1)
        self._engine = engine
        self._groups = collections.defaultdict[str, list[pytest.Function]](list)
        self._futures: dict[str, Future] = {}
        for item in items:
            if isinstance(item, pytest.Function) and item.originalname in WORK:
                self._groups[group(item.nodeid)].append(item)

    def result(self, nodeid: str) -> object:
        for item in sorted(self._groups.pop(group(nodeid), ()), key=seconds, reverse=True):
            work, snippet = WORK[item.originalname], item.callspec.params["snippet"]
            if not REASONS[snippet.name]:
                self._futures[item.nodeid] = self._pool.submit(work, self._engine, snippet)
        return self._futures.pop(nodeid).result()

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


def seconds(item: pytest.Function) -> float:
    """How long the snippet of a test took when it was recorded."""
    record = read_record(ROOT, "cpu", item.callspec.params["snippet"].name)
    return record.seconds if record else 0.0


@pytest.fixture(scope="module")
def ahead(request, engine, shared_folder) -> Iterator[Ahead]:
    """What runs the snippets. Those that must be alone are alone among the snippets of all workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpu_lock, "LOCK", str(shared_folder / gpu_lock.LOCK))
        ahead = Ahead(engine, request.session.items)
        yield ahead
        ahead.close()


@pytest.fixture
def outcome(request, ahead):
    """What the work of this test came to."""
    return ahead.result(request.node.nodeid)


@pytest.mark.torch
@pytest.mark.parametrize("snippet", PARAMETERS)
def test_prints_what_is_on_record(snippet, outcome):
    assert outcome.problems == [], "\n".join([*map(str, outcome.problems), *outcome.diff])


@pytest.mark.torch
@pytest.mark.parametrize("snippet", PARAMETERS)
def test_fails_without_its_key_line(snippet, outcome):
    assert outcome == [], "\n".join(map(str, outcome))


@pytest.mark.torch
def test_a_proof_that_proves_nothing_is_found(sandbox, engine):
    name = sandbox.snippet("x = 1\nx = x  # key line\nassert x == 1")
    problems = [str(p) for p in prove_one(engine, read_snippet(sandbox.root, name)).problems]
    assert any(
        "without this line the proof still holds. Mark the line that the assert depends on" in p for p in problems
    )
    assert any(
        "stops with NameError: that proves nothing. Say behind it what stands there instead" in p for p in problems
    )
    assert len(problems) == 2


@pytest.mark.torch
def test_what_stands_behind_else_takes_the_place_of_the_key_line(sandbox, engine):
    body = "x = one + 1  # key line, else: x = one\ny = one + 1  # key line, else: y = 1 + one\nassert x == y == 2"
    name = sandbox.snippet(body)
    problems = [str(p) for p in prove_one(engine, read_snippet(sandbox.root, name)).problems]
    assert [":8: without this line the proof still holds." in p for p in problems if "NameError" not in p] == [True]


@pytest.mark.torch
def test_a_slow_snippet_reaches_its_assert_without_its_key_line(sandbox, engine, monkeypatch):
    monkeypatch.setattr(prove, "TIMEOUT", 0.5)
    name = sandbox.snippet("import time\ntime.sleep(1)\nx = 1\nx = x  # key line\nassert x == 1")
    one = read_snippet(sandbox.root, name)
    assert record_one(engine, one).problems == []
    assert any("without this line the proof still holds" in str(p) for p in without_key_lines(engine, one))


@pytest.mark.torch
def test_a_run_that_only_takes_its_time_is_no_hang(sandbox, engine):
    head = '"""It hangs.\n\n$ python snippets/topic/one.py\n"""\n'
    head += '# /// script\n# [tool.lockstep]\n# expect = "hang"\n# timeout = 1\n# ///\n'
    name = sandbox.write(f"{head}import time\nlong = 99  # key line, else: long = 2\ntime.sleep(long)\n")
    assert prove_one(engine, read_snippet(sandbox.root, name)).problems == []


@pytest.mark.torch
def test_a_snippet_that_fails_as_it_is_counts_as_no_proof(sandbox, engine):
    name = sandbox.snippet("raise ValueError('no')")
    assert "ValueError: no" in str(prove_one(engine, read_snippet(sandbox.root, name)).problems[0])
