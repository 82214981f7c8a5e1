"""Calls in which ranks timed out: which rank is in another one, or behind, and what is not compared."""

from __future__ import annotations

import pytest

from lockstep.explain.calls import Call, Calls, ranks


def timeout(rank: int, number: int, name: str = "ALLREDUCE", group: str = "PG ID 0 PG GUID 0(default_pg) ") -> str:
    return (
        f"[rank{rank}]:[E ProcessGroupNCCL.cpp:607] [{group}Rank {rank}] Watchdog caught collective operation timeout: "
        f"WorkNCCL(SeqNum={number}, OpType={name}, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600029 milliseconds."
    )


def difference(*lines: str):
    calls = Calls()
    for number, line in enumerate(lines, 1):
        calls.read(None, number, line)
    return calls.difference()


def test_the_rank_in_another_call_is_named():
    found = difference(timeout(0, 808), timeout(1, 808), timeout(2, 808, "ALLGATHER"), timeout(3, 808))
    assert found.text == "In one group, call 808 is ALLGATHER on rank 2 and ALLREDUCE on ranks 0, 1 and 3."
    assert (found.call.rank, found.call.line, found.is_other_call, found.todo) == (2, 3, True, "")


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((96120, 96120, 64088), "Rank 2 is behind: in call 64088 of the group, and ranks 0 and 1 in call 96120."),
        ((5, 5, 6), "Rank 2 is ahead: in call 6 of the group, and ranks 0 and 1 in call 5."),
        ((5, 7, 6), "Rank 0 is behind: in call 5 of the group, and ranks 1 and 2 in call 6 to 7."),
    ],
)
def test_the_fewer_ranks_are_behind_or_ahead(numbers, text):
    found = difference(*(timeout(rank, number) for rank, number in enumerate(numbers)))
    assert (found.text, found.is_other_call) == (text, False)
    assert found.todo.startswith("Look at what rank ")


@pytest.mark.parametrize(
    "lines",
    [
        (),
        (timeout(0, 5),),
        (timeout(0, 5), timeout(1, 5)),
        (timeout(0, 5, "SEND"), timeout(1, 5, "RECV")),  # they are not the same on all ranks
        (timeout(0, 5, group="PG GUID 1 "), timeout(1, 6, group="PG GUID 2 ")),
        ("Watchdog caught collective operation timeout: WorkNCCL(SeqNum=5, OpType=ALLREDUCE)",),
    ],
    ids=["none", "one", "equal", "send and receive", "two groups", "no rank"],
)
def test_what_cannot_be_compared_differs_in_nothing(lines):
    assert difference(*lines) is None


def missing(*lines: str, said: tuple[str, ...] = ()):
    calls = Calls()
    for number, line in enumerate(lines, 1):
        calls.read(None, number, line)
    for text in said:
        calls.read_world(text)
    return calls.missing()


@pytest.mark.parametrize(
    ("said", "absent"),
    [
        ((), [2]),
        (("NCCL INFO comm 0x5 rank 0 nranks 5 cudaDev 0",), [2, 4]),
        (("world_size=5, tp world size: 2",), [2, 4]),
        (("Initializing distributed: GLOBAL_RANK: 3, MEMBER: 4/5",), [2, 4]),
        (("Num processes: 4",), [2]),
    ],
)
def test_ranks_without_a_timeout_are_named(said, absent):
    found = missing(timeout(0, 7), timeout(1, 7), timeout(3, 7), said=said)
    assert found.absent == absent
    assert found.text.endswith("printed no timeout in this log, and ranks 0, 1 and 3 timed out in call 7, ALLREDUCE.")
    assert found.todo.startswith("Look at rank")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), ("world_size=2",)),
        ((timeout(0, 7), timeout(1, 7)), ()),
        ((timeout(0, 7), timeout(2, 8)), ()),
        ((timeout(0, 7), timeout(2, 7, "BROADCAST")), ()),
        ((timeout(0, 7), timeout(1, 7)), ("world_size=4",)),
        ((timeout(0, 7, group="PG GUID 1 "), timeout(2, 7, group="PG GUID 1 ")), ()),
        ((timeout(0, 7), timeout(2, 7, group="PG GUID 2 ")), ()),
    ],
    ids=["none", "all", "two calls", "two kinds", "too few", "a smaller group", "two groups"],
)
def test_no_rank_is_missing_where_the_log_may_not_be_whole(lines, said):
    assert missing(*lines, said=said) is None


def test_many_ranks_are_counted():
    calls = [Call(rank, 5, "ALLREDUCE", "", 1, "") for rank in range(9)]
    assert ranks(calls) == "9 ranks"
    assert ranks(calls[:1]) == "Rank 0"
    assert ranks(calls[2::-1]) == "Ranks 0, 1 and 2"
