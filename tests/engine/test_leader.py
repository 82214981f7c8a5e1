"""The leader passes on what ranks print, as lines of JSON, and stops who prints too much; the rest sees `test_warm`."""

from __future__ import annotations

import json
import os
import select
import signal

import pytest

from lockstep.engine import leader
from lockstep.engine.leader import Leader


@pytest.fixture
def pipes():
    """A leader that listens to one rank: it, the end that the rank writes to, and the end that events come out of."""
    (events, events_in), (reader, writer) = os.pipe(), os.pipe()
    listening = Leader({}, events_in, server=0)
    listening.streams[reader], listening.sizes[reader] = (3, "stdout"), 0
    listening.poll.register(reader, select.POLLIN)
    with os.fdopen(events, "rb") as out, os.fdopen(writer, "wb", buffering=0) as rank:
        yield listening, rank, out
    os.close(events_in)
    os.close(reader)


def test_any_bytes_of_a_rank_come_through(pipes):
    listening, rank, events = pipes
    rank.write(bytes(range(256)))
    assert listening._drain(60) == ""
    event = json.loads(events.readline())
    assert (event["rank"], event["stream"]) == (3, "stdout")
    assert event["data"].encode("latin-1") == bytes(range(256))


def test_who_prints_too_much_is_a_flood(pipes, monkeypatch):
    monkeypatch.setattr(leader, "STREAM_LIMIT", 10)
    listening, rank, _ = pipes
    rank.write(b"x" * 10)
    assert listening._drain(60) == ""
    rank.write(b"x")
    assert listening._drain(60) == "flood"


def test_a_closed_stream_is_not_looked_at_again(pipes):
    listening, rank, _ = pipes
    rank.close()
    assert listening._drain(60) == ""
    assert listening.poll.poll(0) == []


def test_ranks_that_ended_at_once_are_told_in_the_order_of_their_ends(pipes):
    listening, _, events = pipes
    for rank in range(3):
        listening.pids[rank] = os.fork()
        if not listening.pids[rank]:
            signal.pause()
        pidfd = os.pidfd_open(listening.pids[rank])
        listening.living[pidfd] = rank
        listening.poll.register(pidfd, select.EPOLLIN)
    for rank in (2, 0, 1):
        os.kill(listening.pids[rank], signal.SIGKILL)
        os.waitid(os.P_PID, listening.pids[rank], os.WEXITED | os.WNOWAIT)
    listening._drain(60)
    assert listening._reap() == [-9, -9, -9]
    assert [json.loads(events.readline())["rank"] for _ in range(3)] == [2, 0, 1]
