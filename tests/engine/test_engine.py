"""What the engine does around a run, whichever way it is run: it says what is full, and lets ranks that did not meet try again."""

from __future__ import annotations

import contextlib
import errno
import os
from types import SimpleNamespace

import pytest

from lockstep.engine import engine as module
from lockstep.engine.engine import Engine, default_jobs
from lockstep.engine.job import EngineError, RankRun, Run
from lockstep.engine.warm import LateError

NOT_MET = Run([RankRun(1, b"", b"RuntimeError: Gloo connectFullMesh failed with ...")], first=0)
NOT_MET_LATER = Run([RankRun(1, b"", b"ValueError: no"), NOT_MET.ranks[0]], first=0)
TERMINATED = b"terminate called without an active exception\n"
ABORTED = Run([RankRun(-15, b"1\n", b""), RankRun(-6, b"1\n", TERMINATED)], first=1)
IN_THE_LOG = Run([RankRun(-6)], log=b"1\n" + TERMINATED, first=0)
CRASHED = Run([RankRun(-6, b"", b"terminate called after throwing an instance of 'c10::Error'")], first=0)
FAILED = Run([RankRun(1, b"", b"ValueError: no")], first=0)
FINE = Run([RankRun(0, b"1\n")])


@pytest.fixture
def one(sandbox):
    name = sandbox.snippet()
    return sandbox.project.snippets[name]


@pytest.mark.parametrize(
    ("runs", "last", "said"),
    [
        ([FINE], FINE, ""),
        ([FAILED], FAILED, ""),
        ([NOT_MET, FINE], FINE, "snippets/topic/one.py: its ranks did not meet"),
        ([NOT_MET] * 7 + [FINE], FINE, "snippets/topic/one.py: its ranks did not meet"),
        ([NOT_MET] * 8, NOT_MET, "snippets/topic/one.py: its ranks did not meet"),
        ([NOT_MET_LATER, FAILED], FAILED, "snippets/topic/one.py: its ranks did not meet"),
        ([ABORTED, NOT_MET, FINE], FINE, "snippets/topic/one.py: a rank was aborted while Python shut down (terminate"),
        ([IN_THE_LOG, FINE], FINE, "snippets/topic/one.py: a rank was aborted while Python shut down (terminate"),
        ([CRASHED], CRASHED, ""),
    ],
    ids=[
        "fine",
        "failed",
        "met at the second try",
        "met at the last try",
        "never met",
        "another failed before they had met",
        "aborted at exit",
        "aborted at exit in the log of a terminal",
        "aborted by an error",
    ],
)
def test_a_flaw_of_gloo_is_told_and_the_snippet_is_run_again(one, monkeypatch, capsys, runs, last, said):
    left = list(runs)
    monkeypatch.setattr(Engine, "_run_once", lambda *_: (left.pop(0), "/tmp/x"))
    assert Engine().run(one)[0] is last
    assert left == []
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.parametrize(("on_hosts", "first"), [(False, 1), (True, 0)])
def test_the_root_cause_of_a_job_on_one_host_is_the_rank_that_left(one, monkeypatch, on_hosts, first):
    """Of hosts, one that is killed and one that loses its connection are both what a program shows."""
    left = Run([RankRun(stderr=b"Connection closed by peer"), RankRun(stderr=b"ValueError: no")])
    for rank in range(2):
        left.note_exit(rank, 1)
    monkeypatch.setattr(Engine, "_warm", lambda _: SimpleNamespace(run=lambda *_: left))
    monkeypatch.setattr(module, "_fleet", lambda _: object() if on_hosts else None)
    assert Engine()._run_once(one, None, None, False, ())[0].first == first


@pytest.mark.parametrize(("number", "told"), [(errno.ENOSPC, True), (errno.EDQUOT, True), (errno.EACCES, False)])
def test_a_full_disk_is_told_and_nothing_else_is_taken_for_one(one, monkeypatch, number, told):
    def full():
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(module.scratch, "folder", full)
    with pytest.raises(EngineError if told else OSError, match=os.strerror(number)):
        Engine().run(one)


def test_a_stopped_engine_runs_nothing(one):
    engine = Engine()
    engine.stop()
    with pytest.raises(EngineError, match="stopped"):
        engine.run(one)


@pytest.mark.parametrize(("cores", "jobs"), [(1, 2), (2, 2), (4, 3), (64, 33), (None, 2)])
def test_snippets_at_once(monkeypatch, cores, jobs):
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert default_jobs() == jobs


class LateServer:
    """A fork server that is late as often as it is told."""

    late = 0

    def __init__(self, _env):
        self.failed = False

    def start(self):
        if LateServer.late:
            LateServer.late -= 1
            self.failed = True
            raise LateError("the fork server did not start: late")

    def died(self):
        return self.failed

    def close(self):
        pass


@pytest.mark.parametrize("late", [0, 1, 2])
def test_a_server_that_was_late_is_started_once_more(monkeypatch, capsys, late):
    monkeypatch.setattr(module, "ForkServer", LateServer)
    monkeypatch.setattr(LateServer, "late", late)
    with Engine() as engine, pytest.raises(LateError) if late == 2 else contextlib.nullcontext():
        engine._warm()
    assert bool(late) == ("the fork server did not start: late; it is started again." in capsys.readouterr().err)
