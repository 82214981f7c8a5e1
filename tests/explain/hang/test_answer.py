"""The one answer to all files of a job: dumps and logs together, and a world size that they contradict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lockstep.explain.hang.answer import answer
from tests.explain.hang.test_dump import ENTRY, TABLE

FOLDER = Path(__file__).parent
GLOO = FOLDER / "gloo"
DETAIL = FOLDER / "detail"


@pytest.mark.parametrize(("ranks", "size"), [((0, 1, 2), 2), ((0,), 2), ((0, 2), 1)])
def test_a_world_size_that_the_dumps_contradict_is_refused(ranks, size):
    text, (problem,), waits_for = answer([GLOO / f"one_sleeps_3/rank_{rank}" for rank in ranks], size)
    assert (text, waits_for) == ("", False)
    assert str(problem) == (
        f"--world-size {size}: is too small: the files name rank 2, so the job has at least 3 ranks. "
        "Give the number of all ranks of the job."
    )


def test_a_world_size_that_a_log_contradicts_is_refused():
    text, (problem,), _ = answer([DETAIL / "barrier_meets_all_reduce_3.log"], 2)
    assert text == ""
    assert "the files name rank 2" in problem.what


def test_a_world_size_that_is_right_is_taken():
    assert answer([GLOO / "one_sleeps_3"], 3)[1] == []


def test_dumps_of_two_jobs_get_no_verdict(tmp_path):
    for rank, ranks in enumerate(("[0, 1]", "[0, 1, 2, 3]")):
        config = {"0": {"name": "0", "desc": "default_pg", "ranks": ranks}}
        (tmp_path / f"rank_{rank}.json").write_text(json.dumps(TABLE | {"entries": [ENTRY], "pg_config": config}))
    text, (problem,), waits_for = answer([tmp_path])
    assert (text, waits_for) == ("", False)
    assert str(problem) == (
        "the dumps: the default group has ranks 0, 1 in the dump of rank 0, and ranks 0 to 3 in the dump of rank 1. "
        "Take away the dumps that another job left."
    )


def test_a_world_size_that_the_default_group_has_not_is_refused(tmp_path):
    (tmp_path / "rank_0.json").write_text(json.dumps(TABLE))
    text, (problem,), _ = answer([tmp_path], 4)
    assert text == ""
    assert str(problem) == (
        "--world-size 4: is too large: the default group of the dumps has ranks 0, 1. "
        "Leave it out, or give the dumps of this job."
    )
    assert answer([tmp_path], 2)[1] == []


def test_a_log_beside_dumps_and_a_log_without_a_message(tmp_path):
    text, problems, _ = answer([FOLDER / "dumps/stuck_in_a_pair_3", DETAIL / "other_op_3.log"])
    assert problems == []
    assert text.startswith("Rank 2 did not come: rank 1 waits in call 2 of group 1")
    assert "Call 2 of the group is not the same call on all ranks" in text
    (tmp_path / "job.log").write_text("step 1: loss 0.3\n")
    text, (problem,), waits = answer([tmp_path / "job.log"])
    assert (text, waits) == ("", False)
    assert str(problem) == (
        f"{tmp_path}/job.log: is no flight recorder, no stack of py-spy or faulthandler, and no log with messages "
        "of TORCH_DISTRIBUTED_DEBUG=DETAIL. For another log: python -m lockstep explain FILE."
    )


def test_of_no_file_nothing_is_said():
    assert answer([]) == ("", [], False)


def test_only_a_rank_that_waits_makes_the_answer_a_hang():
    """Rank 0 waits in one_sleeps_3; ranks that stand somewhere, that move, or that made no call wait for nobody."""
    waiting = [FOLDER / "dumps/stuck_in_a_pair_3", GLOO / "one_sleeps_3", DETAIL / "other_op_3.log"]
    others = [FOLDER / "faulthandler", GLOO / "it_moves_3", GLOO / "both_receive_2"]
    assert [[answer([path])[2] for path in paths] for paths in (waiting, others)] == [[True] * 3, [False] * 3]


def test_a_log_makes_it_a_hang_beside_dumps_that_do_not():
    text, problems, waits = answer([DETAIL / "other_op_3.log", GLOO / "it_moves_3"])
    assert (problems, waits) == ([], True)
    dumps, _, log = text.partition("docs/errors/hangs.md\n\n")
    assert dumps.startswith("The dumps do not fit one moment")
    assert log.startswith("Call 2 of the group is not the same call on all ranks")


def test_a_text_without_a_message_is_a_log_where_another_file_is_one(tmp_path):
    (tmp_path / "rank_0.log").write_text((DETAIL / "other_op_3.log").read_text("utf-8"), "utf-8")
    (tmp_path / "rank_9.log").write_text("step 1: loss 0.3\n")
    text, problems, waits = answer([tmp_path])
    assert (problems, waits) == ([], True)
    assert "rank 9" not in text
    (tmp_path / "rank_0.log").unlink()
    assert len(answer([tmp_path])[1]) == 1


def test_what_cannot_be_read_is_told_beside_what_is_said(tmp_path):
    (tmp_path / "rank_7").write_bytes(b"\x80\x02}")
    text, problems, waits = answer([GLOO / "one_sleeps_3", tmp_path / "rank_7", tmp_path / "gone_8"])
    assert text.startswith("Rank 1 did not come")
    assert waits
    assert sorted(problem.path for problem in problems) == [str(tmp_path / "gone_8"), str(tmp_path / "rank_7")]


def test_a_world_size_that_only_a_group_contradicts_is_refused(tmp_path):
    """The one dump is of rank 0, and its group names rank 5."""
    config = {
        "0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"},
        "4": {"name": "4", "desc": "pp", "ranks": "[0, 5]"},
    }
    (tmp_path / "rank_0.json").write_text(json.dumps(TABLE | {"pg_config": config}))
    text, (problem,), _ = answer([tmp_path], 5)
    assert text == ""
    assert "the files name rank 5, so the job has at least 6 ranks" in str(problem)


def test_both_halves_of_a_mesh_that_have_one_name_are_dumps_of_one_job(tmp_path):
    for rank in range(4):
        config = {"1": {"name": "1", "desc": "mesh_tp", "ranks": "[0, 1]" if rank < 2 else "[2, 3]"}}
        entry = ENTRY | {"process_group": ("1", "mesh_tp"), "state": "started" if rank == 2 else "completed"}
        table = TABLE | {"entries": [entry] * (rank != 3), "pg_config": config}
        (tmp_path / f"rank_{rank}.json").write_text(json.dumps(table))
    text, problems, waits = answer([tmp_path])
    assert (problems, waits) == ([], True)
    assert text.startswith("Rank 3 did not come: rank 2 waits in call 3 of group mesh_tp")
