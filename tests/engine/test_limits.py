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


def test_a_busy_job_has_its_seconds_of_the_cores_and_no_more(monkeypatch):
    clock = 0.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: clock)
    lateness = limits.Lateness(100.0, 60.0)
    clock = 110.0
    assert not lateness.is_over(1.0)  # 50 s are left
    clock = 510.0
    assert not lateness.is_over(0.1)  # 10
    clock = 519.0
    assert not lateness.is_over(1.0)
    assert lateness.is_over(0.0)  # wants no core: it hangs
    clock = 521.0
    assert lateness.is_over(1.0)
