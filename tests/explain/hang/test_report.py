"""A diagnosis as text for a terminal."""

from __future__ import annotations

import pytest

from lockstep.explain.hang import report
from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import Dump, Group
from tests.explain.hang.made import NAMES, call, job, recorded, waits
from tests.sandbox import ROOT, times_as_long

PAIR = """\
Rank 2 did not come: rank 1 waits in call 2 of group 1, all_reduce [4]. Rank 2 is in no collective; its last was broadcast [4], call 1 of group 1, from stuck_in_a_pair_3.py:13, <module>. \
With gloo the recorder may not hold send and recv, so rank 2 may wait in one.

rank  stands in                    call                    waits for  at
0     all_reduce [4]               1 of the default group  1, 2       stuck_in_a_pair_3.py:15, <module>
1     all_reduce [4]               2 of group 1            2          stuck_in_a_pair_3.py:11, <module>
2     no call, last broadcast [4]  1 of group 1

call  1  2
1     =  ?
2     =  .
= left   ? waits   ! waits in another call   . has not come

What to do: Look at the stacks of the missing ranks: do they wait in send or recv? If not, find where they go another way: a branch on the rank, a loop of another length, a caught error.
Page:       docs/errors/hangs.md"""


def test_sentences_table_timeline_and_what_to_do():
    dumps = recorded("stuck_in_a_pair_3")
    assert report.as_text(diagnose(dumps), dumps) == PAIR


def test_ranks_that_stand_alike_share_a_row_and_the_last_calls_are_shown():
    dumps = recorded("two_against_two_4")
    text = report.as_text(diagnose(dumps), dumps)
    assert (
        "\ncall  54  55  56  57  58  59  60  61\n0, 3  =   =   =   =   =   =   =   ?\n1, 2  =   =   =   =   =   =   =   !\n"
        in text
    )


@pytest.mark.parametrize("number", [0, -5])
def test_a_call_whose_number_torch_never_gives_is_told_all_the_same(number):
    dumps = job([waits(number)], [call(number - 1)])
    text = report.as_text(diagnose(dumps), dumps)
    assert "Rank 1 did not come" in text
    assert f"\ncall  {number}" in text


def test_it_takes_time_by_the_number_of_ranks():
    def said(ranks: int) -> str:
        dumps = [Dump(0, (waits(1),), (Group("0", "default_pg", tuple(range(ranks))),))]
        return report.as_text(diagnose(dumps), dumps)

    assert times_as_long(lambda: said(10_000), lambda: said(1_000)) < 40


@pytest.mark.parametrize("name", NAMES)
def test_each_page_exists(name):
    dumps = recorded(name)
    page = report.as_text(diagnose(dumps), dumps).rpartition("Page:       ")[2]
    assert (ROOT / page).is_file()


def test_a_message_has_no_timeline():
    dumps = job([waits(1, "recv", peer=1)], [])
    assert "= left" not in report.as_text(diagnose(dumps), dumps)


AT_ONE_LINE, APART = ("a.py:3, f",) * 2, ("a.py:3, f", "b.py:4, g")
IDLE = job([call(1)], [call(1)])


def stacks(*places: str) -> list[Dump]:
    return [Dump(rank, stack=place, has_calls=False) for rank, place in enumerate(places)]


@pytest.mark.parametrize(
    ("dumps", "size", "todo"),
    [
        (IDLE, 0, "Take a stack of each rank"),
        (job([call(1)], [call(1)], stacks=("a.py:3, f", "")), 0, "Take a stack of each rank"),
        (job([call(1)], [call(1)], stacks=APART), 0, "Look first at a rank that stands alone"),
        (job([call(1)], [call(1)], stacks=AT_ONE_LINE), 0, "Take a second stack of each rank"),
        (stacks(*APART), 0, "Look first at a rank that stands alone"),
        (stacks(*AT_ONE_LINE), 0, "Take a second stack of each rank"),
        (stacks(*AT_ONE_LINE), 3, "Take stacks of the other ranks"),
        (stacks("a.py:3, f"), 0, "Take stacks of the other ranks"),
        (job([waits(2)], [call(1)]), 0, "Find where the missing ranks go another way"),
        (recorded("one_ends_without_a_word_4")[:3], 0, "See whether the ranks without a dump are alive"),
    ],
)
def test_what_to_do_fits_what_is_known(dumps, size, todo):
    assert f"\nWhat to do: {todo}" in report.as_text(diagnose(dumps, size), dumps)


def test_stacks_alone_say_who_stands_elsewhere_and_what_they_do_not_know():
    at = ("train.py:40, step", "train.py:40, step", "data.py:9, load", "train.py:40, step")
    dumps = [Dump(rank, stack=place, has_calls=False) for rank, place in enumerate(at)]
    text = report.as_text(diagnose(dumps, 5), dumps)
    assert (
        text
        == """\
The ranks stand at 2 places: rank 2 at data.py:9, load, ranks 0, 1, 3 at train.py:40, step. There is no stack of rank 4. \
Stacks alone tell neither the number nor the group of a call, nor who waits for whom. With NCCL a rank may go on after the call that hangs, until it needs the result.

rank     stands at
0, 1, 3  train.py:40, step
2        data.py:9, load    differs

What to do: Look first at a rank that stands alone, and take a second stack of it: one that moved may be late, not stuck.
Page:       docs/errors/hangs.md"""
    )
    alone = report.as_text(diagnose(dumps[:1]), dumps[:1])
    assert alone.startswith("Rank 0 stands at train.py:40, step. Stacks alone ")
