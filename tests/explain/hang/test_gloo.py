"""Dumps as gloo of torch 2.13 writes them: only the default group has its ranks, under an empty name.

They are of real ranks: one_sleeps_3 calls all_reduce three times, but rank 1 sleeps before its third; in two_roots_3
rank 1 broadcasts from itself, the others from rank 0; in both_receive_2 both ranks receive; in two_lengths_3 rank 0
brings five numbers to the second all_reduce, the others four. In it_moves_3 and one_call_ends_3 a healthy job calls
all_reduce every 20 ms, and its ranks wrote their dumps 30 ms apart; in one_times_out_3 rank 0 gives up waiting for rank
2 after three seconds. Only names of files were cut.
"""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from lockstep.explain.hang import report
from lockstep.explain.hang.answer import answer
from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import Dump, Group, read
from lockstep.explain.hang.sentence import sentences
from tests.explain.hang.made import call, job, waits

FOLDER = Path(__file__).parent / "gloo"


def dumps(name: str, *ranks: int) -> list[Dump]:
    found, problems = read([FOLDER / name])
    assert problems == []
    return [dump for dump in found if dump.rank in ranks or not ranks]


def sizeless(*given: Dump) -> list[Dump]:
    """As a member of a new group writes them: without the ranks of the default group."""
    return [replace(dump, size=0) for dump in given]


def test_gloo_writes_the_ranks_of_the_default_group_under_an_empty_name():
    table = pickle.loads((FOLDER / "one_sleeps_3/rank_0").read_bytes())
    assert table["pg_config"] == {"": {"name": "", "desc": "", "ranks": "[0, 1, 2]"}}
    assert [dump.size for dump in dumps("one_sleeps_3")] == [3, 3, 3]


@pytest.mark.parametrize(
    ("ranks", "said"),
    [
        (
            (0,),
            [
                "Ranks 1, 2 left no dump, and rank 0 waits in call 3 of the default group, all_reduce [4].",
                "They may have died, or gone another way, or their dumps are not here.",
            ],
        ),
        (
            (0, 2),
            [
                "Rank 1 left no dump, and ranks 0, 2 wait in call 3 of the default group, all_reduce [4].",
                "It may have died, or gone another way, or its dump is not here.",
            ],
        ),
        (
            (0, 1),
            [
                "Rank 1 did not come: rank 0 waits in call 3 of the default group, all_reduce [4].",
                "Rank 1 is in no collective; its last was all_reduce [4], call 2 of the default group, from h.py:21, early.",
                "With gloo the recorder may not hold send and recv, so rank 1 may wait in one.",
                "There is no dump of rank 2.",
            ],
        ),
    ],
)
def test_a_rank_without_a_dump_is_named_and_the_network_is_not_blamed(ranks, said):
    some = dumps("one_sleeps_3", *ranks)
    found = diagnose(some)
    assert (found.kind, sentences(found)) == ("missing", said)
    assert "network" not in report.as_text(found, some)


def test_where_no_dump_has_the_size_a_missing_rank_is_not_excluded():
    some = sizeless(*dumps("one_sleeps_3", 0))
    found = diagnose(some)
    assert sentences(found) == [
        "All ranks whose dumps are here are in call 3 of the default group, all_reduce [4].",
        "The dumps do not say which ranks the group has, so more may be missing.",
    ]
    text = report.as_text(found, some)
    assert "`--world-size N`" in text
    assert "network" not in text
    assert diagnose(some, world_size=3).missing == (1, 2)


def test_one_dump_with_the_size_is_enough():
    first, _, last = dumps("one_sleeps_3")
    assert diagnose([*sizeless(first), last]).missing == (1,)


def test_a_group_of_which_no_dump_has_the_ranks_may_have_more():
    pair = Group("1", "tp", ())
    some = [Dump(rank, (waits(1, group="1"),), (pair,), size=3) for rank in range(2)]
    found = diagnose(some)
    assert (found.kind, found.silent) == ("all here", (2,))


def test_a_rank_that_has_left_is_told_and_that_roots_may_differ():
    found = diagnose(dumps("two_roots_3"))
    assert (found.kind, found.left) == ("some left", (2,))
    assert sentences(found) == [
        "Ranks 0, 1 wait in call 1 of the default group, broadcast [4], which rank 2 has left.",
        "The recorder does not hold the root, the reduce op and the split sizes, which may differ.",
    ]


def test_a_rank_of_which_only_a_later_call_is_kept_has_left():
    found = diagnose(job([waits(5, "broadcast")], [call(9, "broadcast")]))
    assert (found.kind, found.number, found.waiting, found.left) == ("some left", 5, (0,), (1,))


def test_where_a_job_moved_while_it_was_dumped_no_rank_is_blamed():
    some = dumps("it_moves_3")
    found = diagnose(some)
    assert (found.kind, found.number, found.left, found.missing) == ("moved", 80, (2,), (0,))
    assert sentences(found) == [
        "The dumps do not fit one moment: rank 2 has left call 80 of the default group, all_reduce [4], "
        "which rank 0 has not made, so the job moved while it was dumped, or the call failed on rank 2.",
        "They do not show which rank holds the job up, or whether one does.",
    ]
    assert [stand.waits_for for stand in found.stands] == [(), (), ()]
    assert "What to do: Dump all ranks again." in report.as_text(found, some)
    assert not answer([FOLDER / "it_moves_3"])[2]


def test_the_rank_that_moved_on_is_shown_by_two_dumps_too_in_which_nobody_waits():
    found = diagnose(dumps("it_moves_3", 0, 2))
    assert (found.kind, found.silent) == ("moved", (1,))


def test_a_call_that_timed_out_on_one_rank_looks_as_if_the_job_moved():
    found = diagnose(dumps("one_times_out_3"))
    assert (found.kind, found.number, found.left, found.missing) == ("moved", 2, (0,), (2,))
    assert "or the call failed on rank 0" in sentences(found)[0]


def test_a_call_that_ends_on_all_ranks_together_has_no_root_to_compare():
    some = dumps("one_call_ends_3")
    found = diagnose(some)
    assert (found.kind, found.left) == ("may move", (1, 2))
    assert sentences(found) == [
        "Rank 0 waits in call 76 of the default group, all_reduce [4], which ranks 1, 2 have left; no rank is known to "
        "be missing, so the job moved while it was dumped, or the call failed on ranks 1, 2.",
    ]
    assert "What to do: Dump all ranks again." in report.as_text(found, some)


def test_who_has_left_does_not_wait_for_the_missing():
    found = diagnose(job([call(1, "broadcast")], [waits(1, "broadcast")], []))
    assert sentences(found)[0] == "Rank 2 did not come: rank 1 waits in call 1 of the default group, broadcast [4]."


def test_a_rank_that_the_recorder_shows_in_no_call_may_be_in_a_message():
    alone = waits(1, "barrier", is_gloo=True)
    some = job([alone], [], [], stacks=("", "b.py:8, f", ""))
    assert sentences(diagnose(some)) == [
        "Ranks 1, 2 did not come: rank 0 waits in call 1 of the default group, barrier [4].",
        "Rank 1 has made no collective.",
        "It stands at b.py:8, f.",
        "Rank 2 has made no collective.",
        "With gloo the recorder may not hold send and recv, so ranks 1, 2 may wait in one.",
    ]
    assert "do they wait in send or recv?" in report.as_text(diagnose(some), some)
    assert "recv" not in " ".join(sentences(diagnose(job([alone])))), "nobody is missing"
    assert "recv" not in " ".join(sentences(diagnose(job([waits(1)], [])))), "NCCL holds them"


def test_no_call_of_the_recorder_is_told_as_such():
    some = dumps("both_receive_2")
    assert sentences(diagnose(some)) == [
        "The recorder holds no call of these ranks.",
        "With gloo it may not hold send and recv.",
    ]
    assert "Take a stack of each rank" in report.as_text(diagnose(some), some)
    assert not answer([FOLDER / "both_receive_2"])[2]


def test_what_ranks_brought_that_have_left_is_told_too():
    found = diagnose(dumps("two_lengths_3"))
    assert sentences(found) == [
        "Call 2 of the default group has tensors of several shapes: "
        "rank 0 in all_reduce [5], ranks 1, 2 in all_reduce [4] (left)."
    ]


def test_of_a_rank_that_went_on_the_call_at_this_number_is_told_not_the_one_it_is_in():
    pair = Group("7", "tp", (0, 1))
    some = job([waits(1, inputs=((5,),))], [call(1), waits(1, "barrier", group="7")], groups=(pair,))
    assert "rank 1 in all_reduce [4] (left)" in sentences(diagnose(some))[0]


def test_a_message_that_waits_has_the_entry_on_send_and_recv():
    some = job([waits(1, "send", peer=1)], [waits(1, "send", peer=0)])
    assert report.as_text(diagnose(some), some).endswith("docs/errors/both-send-first.md")
