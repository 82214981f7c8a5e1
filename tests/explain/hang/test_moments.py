"""Dumps of several moments: which calls show that a job moved while it was dumped, and which show nothing."""

from __future__ import annotations

import pytest

from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import Call, Group
from lockstep.explain.hang.moments import Step, ends_together, step
from lockstep.explain.hang.standing import Job
from tests.explain.hang.made import WORLD, call, waits
from tests.explain.hang.made import job as dumps_of

PAIR = Group("7", "tp", (0, 1))
NOTHING = {"inputs": ((0,),), "outputs": ((0,),)}


def moved(*ranks: list[Call]) -> Step | None:
    """The step that dumps of these calls show."""
    dumps = dumps_of(*ranks, groups=(PAIR,))
    return step(Job({group.name: group for group in dumps[0].groups}, set(), dumps))


@pytest.mark.parametrize(
    ("ahead", "behind", "kind"),
    [
        ([call(3)], [waits(1)], "moved"),
        ([call(3), waits(4)], [call(1), waits(2)], "moved"),
        ([call(3, "broadcast")], [waits(1, "broadcast")], "some left"),
        ([call(2, inputs=((0,),), outputs=((0,),)), waits(3)], [call(1)], "missing"),
        ([call(2), waits(3)], [], "missing"),
        ([call(1), call(2), waits(3)], [waits(1, "barrier")], "two orders"),
    ],
)
def test_only_a_call_that_needs_all_ranks_shows_that_dumps_are_of_several_moments(ahead, behind, kind):
    """A rank without a call shows nothing, and calls that differ may end early."""
    assert diagnose(dumps_of(ahead, behind)).kind == kind


@pytest.mark.parametrize(
    ("one", "is_together"),
    [
        (call(1), True),
        (call(1, "all_reduce_coalesced"), True),
        (call(1, "all_gather_into_tensor"), True),
        (call(1, "reduce_scatter_tensor"), True),
        (call(1, "barrier", inputs=(), outputs=()), True),
        (call(1, "broadcast"), False),
        (call(1, "reduce"), False),
        (call(1, "gather"), False),
        (call(1, "all_to_all"), False),
        (call(1, "send", peer=1), False),
        (call(1, **NOTHING), False),
        (call(1, inputs=((4, 0),)), False),
        (call(1, outputs=((4,), (0, 4))), False),
    ],
)
def test_no_rank_leaves_a_call_alone_in_which_each_needs_something_of_all(one, is_together):
    assert ends_together(one) == is_together


def test_the_step_is_the_last_such_call_with_who_left_it_and_who_has_not_made_it():
    ahead = [call(1), call(2), call(3), waits(4)]
    found = moved(ahead, [call(1), waits(2)], ahead, [call(1), call(2)])
    assert found is not None
    assert (found.group.name, found.without) == (WORLD, (1, 3))
    assert found.calls == {0: ahead[2], 2: ahead[2]}


def test_where_all_have_made_the_last_call_that_one_left_nothing_is_shown():
    assert moved([call(1), call(2)], [call(1), waits(2)]) is None
    assert moved([call(1)], [call(1)]) is None
    assert moved([], []) is None


def test_a_rank_whose_old_calls_the_recorder_forgot_has_made_them():
    assert moved([call(3)], [waits(9)]) is None
    assert moved([call(3)], [waits(2)]).without == (1,)


def test_of_several_groups_the_one_that_shows_it_is_named():
    both = [call(1), call(1, group="7"), call(2, group="7")]
    found = moved(both, [call(1), waits(1, group="7")])
    assert (found.group, found.without, set(found.calls)) == (PAIR, (1,), {0})


def test_a_group_with_calls_that_differ_hides_no_other_group():
    """In group 7 the ranks made two calls at number 1; the default group is as it was."""
    ahead = [call(1, "barrier", "7"), call(2, group="7"), call(1), call(2)]
    assert moved(ahead, [waits(1, group="7")]) is None
    assert moved(ahead, [waits(1, group="7"), call(1)]).group.name == WORLD
