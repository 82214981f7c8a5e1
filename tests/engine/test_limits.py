"""The limits of a job: who exceeds which."""

from __future__ import annotations

import os
import sys

import pytest

from lockstep.engine import limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")


@pytest.mark.parametrize(
    ("memory", "processes", "exceeded"),
    [(1 << 40, 1, ("", 0)), (1, 1, ("memory", os.getpid())), (1 << 40, 0, ("processes", os.getpid()))],
)
def test_the_limit_that_is_exceeded_is_named_with_the_process(monkeypatch, memory, processes, exceeded):
    monkeypatch.setattr(limits, "PROCESSES", processes)
    assert limits.exceeded([os.getpid()], memory) == exceeded


def test_a_process_that_has_ended_exceeds_nothing():
    pid = os.fork()
    if not pid:
        os._exit(0)
    os.waitpid(pid, 0)
    assert limits.exceeded([pid], 1) == ("", 0)


@pytest.mark.parametrize(
    ("load", "timeout", "seconds"),
    [(0.5, None, 60), (1, 3.0, 3), (5, None, 300), (5, 3.0, 15), (5, 90.0, 300), (50, None, 600), (50, 3.0, 30)],
)
def test_a_busy_job_is_waited_for_the_longer_the_more_processes_want_each_core(monkeypatch, load, timeout, seconds):
    monkeypatch.setattr(os, "cpu_count", lambda: 4)
    monkeypatch.setattr(os, "getloadavg", lambda: (4.0 * load, 0.0, 0.0))
    assert limits.patience(timeout) == seconds


def test_where_no_load_is_told_a_busy_job_has_its_minute(monkeypatch):
    def unobtainable():
        raise OSError("Load averages are unobtainable")

    monkeypatch.setattr(os, "getloadavg", unobtainable)
    assert limits.patience() == 60
    monkeypatch.delattr(os, "getloadavg")
    assert limits.patience() == 60
