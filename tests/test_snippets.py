"""Every snippet of the site: it prints what is on record, and without its key line it is killed as its proof says.

A snippet that takes long, most of them jobs on several hosts, runs on one day of three, and on the day on which it or its
record was changed. That each proof on record is of the snippet as it is now is a rule of `verify`, which the linters run.
Here a tenth of all is run again without the key lines and with its named asserts turned round, another tenth each day, so
that a proof on record that is not true is found.
"""

from __future__ import annotations

import collections
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from due import DAY, changed, is_due
from parallel import group
from sandbox import ROOT

from lockstep.engine import gpu_lock
from lockstep.engine.engine import Engine, default_jobs
from lockstep.project import Project
from lockstep.record.proof import is_unproved, read_proof
from lockstep.record.prove import all_kills
from lockstep.record.record import read_record, record_path
from lockstep.record.recorder import can_run, check_one, hosts_obstacle

SNIPPETS = Project(ROOT).snippets
TENTHS, THIRDS = 10, 3
LONG = 5.0  # seconds, as recorded
REASONS = {
    name: hosts_obstacle(snippet) if can_run(snippet, "cpu") else "needs a GPU" for name, snippet in SNIPPETS.items()
}
PARAMETERS = [
    pytest.param(snippet, id=name, marks=pytest.mark.skipif(bool(REASONS[name]), reason=REASONS[name]))
    for name, snippet in SNIPPETS.items()
]
CHANGED = changed(ROOT, "snippets")


def runs_today(name: str, day: int = DAY, changed: set[str] | None = CHANGED) -> bool:
    """Whether a snippet is run: always, but for one that takes long, is due on another day and was not changed."""
    record = read_record(ROOT, "cpu", name)
    if record is None or record.seconds < LONG or changed is None:
        return True
    files = {SNIPPETS[name].path, str(record_path(Path(), "cpu", name))}
    return is_due(name, THIRDS, day) or not changed.isdisjoint(files)


TODAY = [parameter for parameter in PARAMETERS if runs_today(parameter.id)]
DUE = [parameter for parameter in PARAMETERS if is_due(parameter.id, TENTHS)]
WORK = {  # of each test that runs a snippet; that one passes as it is, the first has seen
    "test_prints_what_is_on_record": check_one,
    "test_is_killed_as_its_proof_says": all_kills,
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
@pytest.mark.parametrize("snippet", TODAY)
def test_prints_what_is_on_record(snippet, outcome):
    assert outcome.problems == [], "\n".join([*map(str, outcome.problems), *outcome.diff])


@pytest.mark.torch
@pytest.mark.parametrize("snippet", DUE)
def test_is_killed_as_its_proof_says(snippet, outcome):
    kills, problems = outcome
    assert problems == [], "\n".join(map(str, problems))
    assert [kill.by for kill in kills] == [kill.by for kill in read_proof(snippet, "cpu")]


def test_the_proofs_on_record_are_complete_and_of_the_snippets_as_they_are():
    """Otherwise the evidence page would count what is not so. To repair it: nox -s prove -- --changed."""
    assert [name for name, snippet in SNIPPETS.items() if snippet.needs.cpu and is_unproved(snippet, "cpu")] == []


def test_a_tenth_is_due_each_day_and_all_within_ten():
    days = [{name for name in SNIPPETS if is_due(name, TENTHS, day)} for day in range(TENTHS)]
    assert set().union(*days) == set(SNIPPETS)
    assert max(map(len, days)) < 1.5 * len(SNIPPETS) / TENTHS
    assert {parameter.id for parameter in DUE} in days


def test_each_runs_within_three_days_and_on_the_day_on_which_it_is_changed():
    days = [{name for name in SNIPPETS if runs_today(name, day, set())} for day in range(THIRDS)]
    assert set().union(*days) == set(SNIPPETS)
    assert len(set.intersection(*days)) > 0.85 * len(SNIPPETS)  # what is short runs each day
    late = next(name for name in SNIPPETS if name not in days[0])
    record = f"snippets/recorded/cpu/{late.removesuffix('.py')}.json"
    assert runs_today(late, 0, {record})
    assert runs_today(late, 0, {f"snippets/{late}"})
    assert runs_today(late, 0, None)


def test_a_program_for_both_devices_names_its_backend():
    """Without a name a build for CUDA takes NCCL, also on a machine that has no GPU, and stops."""
    texts = {snippet.path: "\n".join(snippet.lines) for snippet in SNIPPETS.values()}
    both = [path for path, text in texts.items() if "cuda.is_available() else" in text]
    assert len(both) > 3
    assert [path for path in both if "init_process_group()" in texts[path]] == []
