"""Where ranks meet, from a trace."""

from __future__ import annotations

from lockstep.drawings import meetings
from lockstep.record.trace import Lane, Op, Part, Step, Trace, Value

LANE = Lane(steps=(Step(at=1, line=1, set={"x": Value("float32[2]", ("1", "2"))}),), end="has ended", at=9)


def found(*parts, code=(), **changes):
    op = Op(**{"name": "all_reduce", "ranks": (0, 1), "parts": parts, "how": "SUM", **changes})
    trace = Trace(snippet="a.py", key="0", end="finished", files=("f",), lanes=(LANE, LANE), ops=(op,))
    (meeting,) = meetings.of(trace, code)
    return meeting


def part(rank, enter, leave, on, **fields):
    return Part(rank=rank, step=0, enter=enter, leave=leave, on=(on,), **fields)


def test_the_rank_that_comes_first_waits():
    meeting = found(part(1, 5, 6, 0), part(0, 2, 6, 1))
    assert [(meet.rank, meet.waits_for) for meet in meeting.meets] == [(0, (1,)), (1, ())]
    assert not meeting.is_stuck


def test_a_rank_whose_partner_never_comes_waits_for_it():
    meeting = found(part(0, 2, None, 1))
    assert (meeting.meets[0].waits_for, meeting.is_stuck) == ((1,), True)


def test_a_partner_in_another_call_has_not_come():
    meeting = found(part(0, 2, None, 1, name="broadcast"), part(1, 2, None, 0, name="barrier"))
    assert [meet.waits_for for meet in meeting.meets] == [(1,), (0,)]
    assert (meeting.name, meeting.is_mixed) == ("broadcast / barrier", True)


def test_names_say_what_is_not_a_sum_and_from_whom_to_whom():
    both = part(0, 2, 3, 1), part(1, 2, 3, 0)
    assert found(*both).name == "all_reduce"
    assert found(*both, how="MAX").name == "all_reduce MAX"
    assert found(*both, name="message").name == "0 → 1"
    assert found(*both, inside=1, code=["loss.backward()"]).note == "In backward(): all_reduce."


def test_what_goes_in_and_comes_out_is_told_of_few_numbers_alone():
    few, many = Value("", ("1", "2")), Value("", ("1", "2", "3"))
    meeting = found(part(0, 2, 3, 1, before=few, after=few), part(1, 2, 3, 0, before=many, after=many))
    assert meetings.given_and_got([meeting], 0) == [(3, True, "1 2"), (3, False, "1 2")]
    assert meetings.given_and_got([meeting], 1) == []


def test_values_of_a_name():
    trace = Trace(snippet="a.py", key="0", end="finished", files=("f",), lanes=(LANE,))
    assert meetings.values(trace, 0, "x") == [(1, False, "1 2")]
    assert meetings.values(trace, 0, "y") == []
