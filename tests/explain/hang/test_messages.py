"""Logs of TORCH_DISTRIBUTED_DEBUG=DETAIL: what each rank says of its call, and who did not come."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.explain.hang import messages, told
from lockstep.explain.hang.answer import answer
from lockstep.explain.hang.messages import Mismatch, Missed, Print

FOLDER = Path(__file__).parent / "detail"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
LATE = "The first rank of a group stops at the first that it misses, so more may be missing."
EXPECTED = {  # by the programs, which stand beside the logs
    "barrier_meets_all_reduce_3": (
        "Call 1 of the group is not the same call on all ranks: rank 2 in barrier, ranks 0, 1 in all_reduce [4]."
    ),
    "in_a_pair_4": (
        "Call 1 of a smaller group is not the same call on all ranks: rank 1 in all_reduce [2, 3], "
        "rank 3 in all_gather [2, 3]. There is no line of rank 2 in the logs."
    ),
    "monitored_in_a_pair_4": (
        "Rank 1 of a smaller group, as it counts, did not come: rank 1 waited 3 s in monitored_barrier. "
        f"{LATE} There is no line of rank 0 in the logs."
    ),
    "monitored_without_one_3": (
        f"Rank 2 did not come: ranks 0, 1 waited 3 s in monitored_barrier. {LATE} "
        "There is no line of rank 2 in the logs."
    ),
    "monitored_without_rank_0_3": (
        "Rank 0 did not come: ranks 1, 2 waited in monitored_barrier. Rank 0 says nothing of it."
    ),
    "monitored_without_two_4": (
        "Ranks 1, 3 did not come: ranks 0, 2 waited 3 s in monitored_barrier. "
        "There is no line of ranks 1, 3 in the logs."
    ),
    "one_never_comes_3": (
        "Rank 2 did not come: ranks 0, 1 waited 6 s in all_reduce. There is no line of rank 2 in the logs."
    ),
    "one_raises_3": (
        "Rank 1 did not come: rank 0 waited 6 s in all_reduce. "  # rank 2 was ended before it said anything
        "Rank 1 raised ValueError: a sample has 3 columns, not 4, at one_raises_3.py:10, <module>."
    ),
    "other_dtype_2": (
        "Call 2 of the group has tensors of several dtypes: "
        "rank 0 in all_reduce [4] Float, rank 1 in all_reduce [4] Double."
    ),
    "other_op_3": (
        "Call 2 of the group is not the same call on all ranks: rank 1 in broadcast [4], ranks 0, 2 in all_reduce [4]."
    ),
    "other_shape_4": (
        "Call 1 of the group has tensors of several shapes: "
        "rank 3 in all_reduce [5, 16], ranks 0 to 2 in all_reduce [8, 16]."
    ),
    "pair_and_world_2": (
        "Rank 1 did not come: rank 0 waited 4 s in barrier. "
        "Rank 1 waited in all_reduce, too, at pair_and_world_2.py:11, <module>: in another group, or it came too late."
    ),
}


def logs(name: str) -> Path:
    """The log of all ranks, or the folder of one log a rank."""
    return FOLDER / name if (FOLDER / name).is_dir() else FOLDER / f"{name}.log"


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_log_is_told_as_its_program_has_it(name):
    text, problems, waits = answer([logs(name)])
    assert (text.partition("\n")[0], problems, waits) == (EXPECTED[name], [], True)


def test_the_whole_verdict():
    text, _, _ = answer([logs("other_op_3")])
    assert (
        text.partition("\n")[2]
        == """
rank  stands in       call            at
0, 2  all_reduce [4]  2 of the group  other_op_3.py:11, <module>
1     broadcast [4]   2 of the group  other_op_3.py:9, <module>

What to do: Make the same calls in the same order on all ranks.
Page:       docs/errors/collectives-differ.md"""
    )


def lines(*texts: str) -> dict[int, messages.Told]:
    """What the lines of a log tell."""
    found: dict[int, messages.Told] = {}
    for text in texts:
        messages._take(text, None, found)
    return found


def printed(op: str, number: int = 0, shape: str = "4", dtype: str = "Float", device: str = "cpu") -> str:
    return (
        f"CollectiveFingerPrint(SequenceNumber={number}, OpType={op}, TensorShape=[{shape}], TensorDtypes={dtype}, "
        f"TensorDeviceTypes=TensorOptions(dtype=float (default), device={device}, layout=Strided (default)))"
    )


TORN = "CollectiveFingerPrint(SequenceNumber=0OpType=SCATTER)"


def mismatch(rank: int, own: str, other: int, others: str) -> str:
    return (
        f"RuntimeError: Detected mismatch between collectives on ranks. Rank {rank} is running collective: {own}, "
        f"but Rank {other} is running collective: {others}.Collectives differ in the following aspects:"
    )


def test_a_message_becomes_the_two_calls():
    found = lines(f"[rank1]: {mismatch(1, printed('ALLGATHER', 6, '2, 3'), 0, TORN)}")
    assert found[1].said == Mismatch(1, Print(7, "all_gather", (2, 3), "Float", "cpu"), 0, Print(1, "scatter"))


def test_a_mismatch_counts_more_than_a_barrier_that_follows_from_it():
    barrier = "[Rank 0]: Ranks 1 failed to pass monitoredBarrier in 3000 ms"
    differs = mismatch(0, printed("ALLREDUCE"), 1, printed("BROADCAST"))
    for order in ((barrier, differs), (differs, barrier)):
        assert isinstance(lines(*order)[0].said, Mismatch)


def test_missing_ranks_that_are_named_one_by_one_are_one_message():
    rank = "[rank0]:[E1126 17:55:25.86 ProcessGroupGloo.cpp:2901] [Rank 0]: "
    found = lines(
        *(f"{rank}{who} failed to pass monitoredBarrier in 9 ms" for who in ("Rank 1", "Rank 3", "Ranks 1, 3"))
    )
    assert found[0].said == Missed(0, (1, 3), 9, True)
    cut = lines(*(f"{rank}{who} failed to pass monitoredBarrier in 9 ms" for who in ("Rank 3", "Rank 1")))
    assert cut[0].said == Missed(0, (1, 3), 9, False)


def test_the_logs_of_torchrun_have_no_rank_in_their_names_but_in_their_lines(tmp_path):
    paths = [tmp_path / f"{rank}/stderr.log" for rank in range(3)]
    for rank, path in enumerate(paths):
        path.parent.mkdir()
        path.write_text((FOLDER / f"one_raises_3/rank_{rank}.log").read_text("utf-8"))
    assert answer(paths)[0].partition("\n")[0].startswith(EXPECTED["one_raises_3"])


@pytest.mark.parametrize("text", ["CollectiveFingerPrint(SequenceNumber=0, OpType=ALLREDUCE", "monitoredBarrier", ""])
def test_a_log_that_only_names_what_torch_compares_is_none_with_a_message(tmp_path, text):
    (tmp_path / "rank_0.log").write_text(f"step 1\n{text}\n")
    said, problems, _ = answer([tmp_path])
    assert (said, len(problems)) == ("", 1)


RECORDED = "\n".join(logs(name).read_text("utf-8") for name in NAMES if logs(name).is_file()).split("\n")


@given(st.lists(st.sampled_from(RECORDED), max_size=30), st.integers(0, 400))
def test_any_lines_of_logs_are_told_without_an_error(some, cut):
    found = lines(*(line[: len(line) - cut % (len(line) + 1)] for line in some))
    if any(one.said for one in found.values()):
        assert told.as_text(found).count("What to do: ") == 1
