"""The groups of a job: parts of one name, and dumps of two jobs."""

from __future__ import annotations

import pytest

from lockstep.explain.hang import groups
from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import Dump, Group
from tests.explain.hang.made import call, waits

WORLD = Group("0", "default_pg", (0, 1, 2, 3))


def halves(name: str = "1") -> list[Dump]:
    """As split_group names both halves of a mesh of two by two; rank 3 does not come to the second call."""
    parts = [Group(name, "mesh_tp", ranks) for ranks in ((0, 1), (0, 1), (2, 3), (2, 3))]
    second = [call(2, group=name), call(2, group=name), waits(2, group=name)]
    calls = [(call(1, group=name), one) for one in second] + [(call(1, group=name),)]
    return [Dump(rank, calls[rank], (WORLD, parts[rank])) for rank in range(4)]


def test_parts_of_one_name_are_groups_of_their_own():
    found = diagnose(groups.apart(halves()))
    assert (found.kind, found.waiting, found.missing) == ("missing", (2,), (3,))
    assert found.group == Group("1 (ranks 2, 3)", "mesh_tp", (2, 3))


def test_groups_of_other_names_stay_as_they_are():
    dumps = halves()[:2]
    assert groups.apart(dumps) == dumps
    assert groups.contradiction(groups.apart(halves())) == ""


def of_default(*ranks: int) -> Group:
    return Group("0", "default_pg", ranks)


@pytest.mark.parametrize(
    ("dumps", "said"),
    [
        (
            [Dump(0, groups=(of_default(0, 1),)), Dump(1, groups=(of_default(0, 1, 2, 3),))],
            "the default group has ranks 0, 1 in the dump of rank 0, and ranks 0 to 3 in the dump of rank 1",
        ),
        (
            [Dump(0, groups=(of_default(0, 1),)), Dump(2, groups=(of_default(2, 3),))],
            "the default group has ranks 0, 1 in the dump of rank 0, and ranks 2, 3 in the dump of rank 2",
        ),
        (
            [Dump(0, size=2), Dump(1), Dump(2, size=3)],
            "the default group has ranks 0, 1 in the dump of rank 0, and ranks 0 to 2 in the dump of rank 2",
        ),
        (
            [Dump(0, groups=(Group("5", "pp", (0, 2)),)), Dump(2, groups=(Group("5", "pp", (2, 3)),))],
            "group pp has ranks 0, 2 in the dump of rank 0, and ranks 2, 3 in the dump of rank 2",
        ),
        ([Dump(0, groups=(of_default(0, 1),)), Dump(1, groups=(of_default(1, 0),))], ""),
        ([Dump(0, size=2), Dump(1)], ""),
    ],
)
def test_dumps_of_two_jobs_are_told_by_the_ranks_of_a_group(dumps, said):
    assert groups.contradiction(groups.apart(dumps)) == said
