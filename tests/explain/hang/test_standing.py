"""Where each rank stands, and for whom it waits: behind another call, in a batch, in a message, in a ring."""

from __future__ import annotations

import pytest

from lockstep.explain.hang.dump import Call, Group
from lockstep.explain.hang.standing import Job, Stand, difference, in_a_ring, key, stands
from tests.explain.hang.made import call, waits
from tests.explain.hang.made import job as dumps_of

PAIR = Group("7", "tp", (1, 2))  # rank 2 is number 1 of it


def job(*ranks: list[Call]) -> Job:
    """The job of these calls."""
    dumps = dumps_of(*ranks, groups=(PAIR,))
    return Job({group.name: group for group in dumps[0].groups}, set(), dumps)


def standing(*ranks: list[Call]) -> tuple[Stand, ...]:
    """Where its ranks stand; their dumps come in any order."""
    return stands(job(*ranks), dumps_of(*ranks, groups=(PAIR,))[::-1])


def waiting(*ranks: list[Call]) -> list[tuple[int, ...]]:
    return [stand.waits_for for stand in standing(*ranks)]


def test_a_rank_stands_in_the_first_call_that_it_has_not_left():
    calls = [call(1), waits(2), waits(1, group="7", order=3)]
    first, second, third = standing(calls, [call(1)], [])
    assert (first.rank, first.call, first.last, first.waits_for) == (0, calls[1], calls[2], (1, 2))
    assert (second.rank, second.call, second.last, second.waits_for) == (1, None, call(1), ())
    assert (third.rank, third.call, third.last) == (2, None, None)


def test_the_stack_of_a_rank_stays_with_it():
    dumps = dumps_of([waits(1)], [], stacks=("a.py:1, f", "b.py:2, g"))
    world = {group.name: group for group in dumps[0].groups}
    assert [stand.stack for stand in stands(Job(world, set(), dumps), dumps)] == ["a.py:1, f", "b.py:2, g"]


def test_who_is_in_another_call_at_the_same_number_has_not_come():
    assert waiting([waits(1, "barrier")], [waits(1)], [waits(1)]) == [(1, 2), (0,), (0,)]


def test_who_has_a_later_call_has_come_for_the_recorder_forgets_old_ones():
    assert waiting([waits(3)], [waits(5)], [waits(2)]) == [(2,), (0, 2), ()]
    assert waiting([waits(3)], [], [call(9, group="7")]) == [(1, 2), (), ()]  # a later call of another group


def test_who_made_the_call_behind_one_that_it_has_not_left_is_waited_for_too():
    first, second = standing([waits(1)], [waits(1, group="7"), waits(1, order=2)])
    assert (first.waits_for, first.behind) == ((1,), (1,))
    assert (second.call.group, second.waits_for, second.behind) == ("7", (2,), ())


def test_who_made_another_call_at_this_number_behind_one_has_not_come():
    first, _ = standing([waits(1)], [waits(1, group="7"), waits(1, "barrier", order=2)])
    assert (first.waits_for, first.behind) == ((1,), ())


def test_what_a_job_knows_of_each_rank():
    """Calls 2 and 3 were launched together; 4 comes behind, and a message is no collective."""
    calls = [call(1), waits(2, batch=9), waits(3, batch=9), waits(4), waits(1, "send", peer=1)]
    found = job(calls, [], [])
    assert found.calls == {0: {("0", one.number): one for one in calls[:4]}, 1: {}, 2: {}}
    assert found.open == {0: calls[1:3], 1: [], 2: []}
    assert found.queued == {0: calls[3:], 1: [], 2: []}
    assert found.late == {0: {("0", 4)}, 1: set(), 2: set()}


def test_the_other_rank_of_a_message_is_a_number_within_its_group():
    found = job([], [], [])
    asked = [call(1, "send", "7", peer=1), call(1, "send", peer=1), call(1, "send", "7", peer=2), call(1)]
    assert [found.rank_of(one) for one in asked] == [2, 1, None, None]


def test_a_message_waits_for_the_rank_that_is_not_in_its_other_half():
    send, receive = waits(1, "send", peer=1), waits(1, "recv", peer=0)
    assert waiting([send], [receive]) == [(), ()]
    assert waiting([send], []) == [(1,), ()]
    assert waiting([send], [waits(1, "send", peer=0)]) == [(1,), (0,)]
    assert waiting([send], [waits(1, "recv", peer=2)], []) == [(1,), (2,), ()]


def test_both_halves_of_a_message_are_in_one_group():
    send = waits(1, "send", "7", peer=1)
    assert waiting([], [send], [waits(1, "recv", "7", peer=0)]) == [(), (), ()]
    assert waiting([], [send], [waits(1, "recv", peer=1)]) == [(), (2,), (1,)]


def test_the_other_half_of_a_message_may_stand_behind_another_call():
    first, second = standing([waits(1, "send", peer=1)], [waits(1), waits(1, "recv", peer=0, order=2)])
    assert (first.waits_for, first.behind) == ((1,), (1,))
    assert second.waits_for == (0,)


def test_a_message_to_a_rank_that_the_group_does_not_have_waits_for_nobody():
    assert waiting([waits(1, "send", peer=8)], []) == [(), ()]


def test_of_a_batch_the_rank_stands_in_the_call_that_misses_another():
    batch = [waits(1, "send", peer=1, batch=4), waits(2, "recv", peer=2, batch=4)]
    (first, *_) = standing(batch, [waits(1, "recv", peer=0)], [])
    assert (first.call, first.waits_for) == (batch[1], (2,))


def ring(*waits_for: tuple[int, ...]) -> set[int]:
    """The ring among ranks that wait for these; who waits for nobody is in no call."""
    one = call(1)
    return in_a_ring(Stand(rank, one if others else None, one, others) for rank, others in enumerate(waits_for))


@pytest.mark.parametrize(
    ("waits_for", "found"),
    [
        ((), set()),
        (((), ()), set()),
        (((1,), (0,)), {0, 1}),
        (((1,), (2,), (0,)), {0, 1, 2}),
        (((1,), (2,), ()), set()),  # a chain that ends at a rank in no call
        (((1,), (2,), (1,)), {1, 2}),  # rank 0 waits for the ring, and nobody for rank 0
        (((1, 2), (0,), ()), {0, 1}),
        (((1,), (0,), (3,), (2,)), {0, 1, 2, 3}),
        (((5,),), set()),  # a rank without a dump
    ],
)
def test_a_ring_is_what_waits_for_each_other(waits_for, found):
    assert ring(*waits_for) == found


def test_all_ranks_know_a_collective_by_its_group_and_number():
    assert key(call(3, "barrier", "7", order=12)) == ("7", 3)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ""),
        ({"op": "broadcast"}, "differs"),
        ({"op": "broadcast", "inputs": ((5,),)}, "differs"),
        ({"inputs": ((5,),)}, "shape"),
        ({"outputs": ((4,), (4,))}, "shape"),
        ({"inputs": ((5,),), "dtypes": (("Half",), ("Half",))}, "shape"),
        ({"dtypes": (("Half",), ("Float",))}, "dtype"),
        ({"dtypes": (("Float", "Float"), ("Float",))}, ""),
        ({"order": 9, "where": "a.py:1, f", "is_done": False, "batch": 3}, ""),
    ],
)
def test_the_first_thing_in_which_two_calls_differ(changes, said):
    other = call(1, **changes)
    assert (difference(call(1), other), difference(other, call(1))) == (said, said)


@pytest.mark.parametrize("op", ["scatter", "all_to_all"])
def test_the_ranks_of_some_calls_bring_other_shapes(op):
    assert difference(call(1, op), call(1, op, inputs=((8,),))) == ""
    assert difference(call(1), call(1, inputs=((8,),))) == "shape"


@pytest.mark.parametrize(
    ("op", "changes", "said"),
    [
        ("gather", {"outputs": ()}, ""),  # only the root has outputs
        ("gather", {"inputs": ((8,),)}, "shape"),
        ("scatter", {"outputs": ((8,),)}, "shape"),
        ("all_to_all_single", {"outputs": ((8,),)}, ""),
        ("broadcast", {"dtypes": (("Half",), ("Half",))}, ""),
        ("broadcast", {"inputs": ((8,),)}, "shape"),
        ("all_to_all", {"dtypes": (("Half",), ("Half",))}, "dtype"),
    ],
)
def test_where_a_root_brings_more_only_the_rest_is_compared(op, changes, said):
    assert difference(call(1, op), call(1, op, **changes)) == said
