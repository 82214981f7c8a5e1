"""Dumps and a log as NCCL 2.28.9 under torch 2.11 wrote them on one H200, in one rank: two GPUs were not to be had.

In a_kernel_in_front a kernel of some 15 s ran before an all_reduce with a timeout of 4 s. The watchdog wrote the dump,
and watchdog.log is what the job said until it was told to end. all_completed is the same job before that kernel, as
`_dump_nccl_trace` and `_dump_nccl_trace_json` give it. Only the path of the program was changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from lockstep.explain.hang import report
from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import Dump, Group, read
from lockstep.explain.hang.sentence import sentences

FOLDER = Path(__file__).parent / "nccl"


def only(name: str) -> Dump:
    (dump,), problems = read([FOLDER / name])
    assert problems == []
    return dump


def test_the_call_that_the_watchdog_ended_is_the_one_in_which_the_rank_stands():
    dump = only("a_kernel_in_front")
    assert dump.groups == (Group("0", "default_pg", (0,)), Group("1", "undefined", (0,)))
    found = diagnose([dump])
    assert found.kind == "alone"
    assert sentences(found) == [
        "Rank 0 is in call 3 of the default group, all_reduce [1024], and is the only rank of this group: it waits for no other rank."
    ]
    text = report.as_text(found, [dump])
    assert "kernels_in_front.py:22, <module>" in text
    assert "where a kernel before the call may still run" in text


@pytest.mark.parametrize("name", ["all_completed", "all_completed_json"])
def test_where_all_calls_are_completed_no_rank_waits(name):
    dump = only(name)
    assert [(call.group, call.op) for call in dump.calls] == [
        ("0", "all_reduce"),
        ("0", "broadcast"),
        ("1", "all_reduce"),
        ("1", "all_gather_into_tensor"),
    ]
    assert diagnose([dump]).kind == "nothing"
