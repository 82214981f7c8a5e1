"""A diagnosis in sentences."""

from __future__ import annotations

import pytest

from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import Dump, Group
from lockstep.explain.hang.sentence import sentences
from tests.explain.hang.made import call, job, recorded, waits

PAIR = Group("7", "tp", (0, 1))
JOBS = [
    (job([], []), ["The recorder holds no call of these ranks.", "With gloo it may not hold send and recv."]),
    (job([call(1)], []), ["The recorder shows no rank that waits in a collective.", "With gloo it may not hold send and recv."]),
    (job([waits(1)], [waits(1)]), ["All ranks of the group are in call 1 of the default group, all_reduce [4], and none of them can leave it."]),
    (
        job([waits(2)], [call(1, where="a.py:3, f")]),
        [
            "Rank 1 did not come: rank 0 waits in call 2 of the default group, all_reduce [4].",
            "Rank 1 is in no call; its last was all_reduce [4], call 1 of the default group, from a.py:3, f.",
        ],
    ),
    (
        job([waits(1)], [], stacks=("", "data.py:9, load")),
        [
            "Rank 1 did not come: rank 0 waits in call 1 of the default group, all_reduce [4].",
            "Rank 1 has made no call.",
            "It stands at data.py:9, load.",
        ],
    ),
    (
        job([waits(1, "barrier", inputs=(), outputs=())], [waits(1)], [waits(1)]),
        ["Call 1 of the default group is not the same call on all ranks: rank 0 in barrier, ranks 1, 2 in all_reduce [4]."],
    ),
    (
        job([waits(1)], [waits(1, dtypes=(("Half",), ("Half",)))]),
        ["Call 1 of the default group has tensors of several dtypes: rank 0 in all_reduce [4] Float, rank 1 in all_reduce [4] Half."],
    ),
    (
        job([waits(1)], [waits(1, group="7")], groups=(PAIR,)),
        [
            "Rank 0 waits in call 1 of the default group, all_reduce [4], for rank 1, which is in another call and cannot come.",
            "Rank 1 waits in all_reduce [4], call 1 of group tp, for rank 0.",
        ],
    ),
    (
        job([waits(1), waits(1, group="7", order=2)], [waits(1, group="7"), waits(1, order=2)], groups=(PAIR,)),
        [
            "Rank 0 waits in call 1 of the default group, all_reduce [4], for rank 1, which is still in an earlier call.",
            "Rank 1 waits in all_reduce [4], call 1 of group tp, for rank 0.",
        ],
    ),
    (
        job([waits(1, "send", peer=1)], [waits(1, "recv", peer=0)]),
        ["Rank 0 waits in send [4] for rank 1, which has made the other half of it."],
    ),
    (
        [Dump(0, (waits(1, "send", peer=3, group="7"),), (Group("7", "pp", ()),))],
        ["Rank 0 waits in send [4] for number 3 of the group."],
    ),
    (
        job([waits(1, "recv", peer=1)], []),
        ["Rank 0 waits in recv [4] for rank 1.", "Rank 1 has made no call."],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("dumps", "said"), JOBS)
def test_the_sentences_of_each_kind(dumps, said):
    assert sentences(diagnose(dumps)) == said


def test_a_rank_that_left_no_dump_may_have_died():
    assert sentences(diagnose(recorded("one_ends_without_a_word_4")[:3]))[1:] == [
        "It may have died, or gone another way, or its dump is not here."
    ]


@pytest.mark.parametrize(
    ("count", "end"),
    [
        (4, "4 places: rank 0 at a.py:0, f, rank 1 at a.py:1, f, rank 2 at a.py:2, f, rank 3 at a.py:3, f."),
        (5, "5 places: rank 0 at a.py:0, f, rank 1 at a.py:1, f, rank 2 at a.py:2, f, and others at 2 places more."),
    ],
)
def test_the_last_of_the_places_is_named_where_it_is_one(count, end):
    dumps = [Dump(rank, stack=f"a.py:{rank}, f", has_calls=False) for rank in range(count)]
    assert sentences(diagnose(dumps))[0] == f"The ranks stand at {end}"


def test_where_each_of_many_missing_ranks_is_would_fill_the_screen():
    said = sentences(diagnose(job([waits(1)], *([[]] * 9))))
    assert said[1:] == [f"Rank {rank} has made no call." for rank in (1, 2, 3)]
