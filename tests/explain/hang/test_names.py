"""Ranks, groups and calls in few words."""

from __future__ import annotations

import pytest

from lockstep.explain.hang import names
from lockstep.explain.hang.dump import Group
from tests.explain.hang.made import call


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([], ""),
        ([3], "3"),
        ([3, 4], "3, 4"),
        ([5, 3, 4, 9], "3 to 5, 9"),
        (range(0, 14, 2), "0, 2, 4, 6, 8, 10, 12"),
        (range(0, 16, 2), "0, 2, 4, 6, 8, 10 and 2 ranges more"),
        (range(0, 40, 2), "0, 2, 4, 6, 8, 10 and 14 ranges more"),
    ],
)
def test_numbers_are_ranges(numbers, text):
    assert names.of_numbers(numbers) == text


def test_one_rank_some_ranks_and_nobody():
    assert [names.of_ranks(ranks) for ranks in ([2], [1, 2], [])] == ["rank 2", "ranks 1, 2", "nobody"]


def test_a_group_is_named_as_its_program_does():
    groups = Group("0", "default_pg", ()), Group("3", "undefined", ()), Group("3", "mesh_tp", ())
    assert list(map(names.of_group, groups)) == ["the default group", "group 3", "group mesh_tp"]


def test_a_call_has_its_first_shapes():
    assert names.of_call(call(1, inputs=((2, 3), (4,), (5,)))) == "all_reduce [2, 3] [4]"
    assert names.of_call(call(1, "barrier", inputs=(), outputs=())) == "barrier"
    assert names.of_call(call(1), has_dtypes=True) == "all_reduce [4] Float"
    assert names.of_call(None) == "no call"
