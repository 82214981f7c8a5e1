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


class Clock:
    """A time, and how long each process has waited for a core."""

    def __init__(self, monkeypatch):
        self.now, self.waited, self.busy = 0.0, {}, False
        monkeypatch.setattr(limits.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(limits.process, "delays", lambda pid: {pid: self.waited[pid]})
        monkeypatch.setattr(limits.process, "is_busy", lambda pids: self.busy)

    def is_over(self, timeout, now, **waited):
        self.now, self.waited = now, waited
        timeout.look(waited)
        return timeout.is_over(list)


def test_a_job_that_waits_for_no_core_ends_at_its_timeout(monkeypatch):
    clock = Clock(monkeypatch)
    timeout = limits.Timeout(60.0)
    assert not clock.is_over(timeout, 59.0, one=0.0, other=0.0)
    assert clock.is_over(timeout, 61.0, one=0.0)


def test_time_in_which_a_job_waits_for_a_core_does_not_count(monkeypatch):
    clock = Clock(monkeypatch)
    timeout = limits.Timeout(60.0)
    assert not clock.is_over(timeout, 40.0, one=20.0, other=30.0)  # 10 s count
    assert not clock.is_over(timeout, 80.0, one=30.0, other=30.0)  # and 30
    assert not clock.is_over(timeout, 90.0, other=30.0, new=5.0)  # and 5
    assert not clock.is_over(timeout, 104.0, other=30.0)  # and 14
    assert clock.is_over(timeout, 106.0, other=30.0)


def test_a_wait_that_is_told_once_it_is_over_counts_from_its_start(monkeypatch):
    clock = Clock(monkeypatch)
    timeout = limits.Timeout(60.0)
    assert not clock.is_over(timeout, 50.0, one=0.0)
    assert not clock.is_over(timeout, 61.0, one=40.0)
    assert not clock.is_over(timeout, 99.0, one=40.0)
    assert clock.is_over(timeout, 101.0, one=40.0)


def test_a_job_that_never_gets_a_core_ends_too(monkeypatch):
    clock = Clock(monkeypatch)
    timeout = limits.Timeout(60.0)
    assert not clock.is_over(timeout, 590.0, one=590.0)
    assert clock.is_over(timeout, 610.0, one=610.0)


def test_a_job_that_computes_at_its_timeout_has_some_seconds_more(monkeypatch):
    clock = Clock(monkeypatch)
    clock.busy = True
    timeout = limits.Timeout(60.0, 20.0)
    assert not clock.is_over(timeout, 79.0)
    assert clock.is_over(timeout, 81.0)
