"""The verdict on logs of TORCH_DISTRIBUTED_DEBUG=DETAIL: of calls that differ, and of a barrier that some did not reach."""

from __future__ import annotations

from dataclasses import replace

from lockstep.explain.hang import told
from lockstep.explain.hang.messages import Mismatch, Missed, Print, Reached, Told
from tests.explain.hang.test_messages import TORN, lines, mismatch, printed


def first(found: dict[int, Told], world_size: int = 0) -> str:
    """The sentences of the verdict."""
    return told.as_text(found, world_size).partition("\n")[0]


def differs(*calls: Print) -> dict[int, Told]:
    """Each rank says of itself that it is in one of these calls, and of another what that one is in."""
    ranks = range(len(calls))
    return {
        rank: Told(Mismatch(rank, calls[rank], (rank + 1) % len(calls), calls[(rank + 1) % len(calls)]))
        for rank in ranks
    }


def test_what_torch_says_of_the_other_rank_is_not_believed_where_it_is_torn():
    """Rank 1 called all_reduce on [2, 2]; torch 2.13 said of it what stands here."""
    found = lines(mismatch(0, printed("ALLREDUCE"), 1, TORN))
    first = told.as_text(found).partition("\n")[0]
    assert first.endswith("ranks: rank 0 in all_reduce [4], rank 1 in a call that torch cannot name. "
                          "There is no line of rank 1 in the logs.")  # fmt: skip
    found = lines(mismatch(0, printed("ALLREDUCE"), 1, TORN), mismatch(1, printed("ALLREDUCE", shape="2, 2"), 0, TORN))
    assert told.as_text(found).startswith("Call 1 of the group has tensors of several shapes: rank 0 in all_reduce [4], "
                                          "rank 1 in all_reduce [2, 2].")  # fmt: skip


def test_where_one_rank_alone_has_a_log_the_other_is_named_by_it():
    found = lines(mismatch(0, printed("ALLREDUCE"), 1, printed("BROADCAST")))
    assert "rank 0 in all_reduce [4], rank 1 in broadcast [4]." in told.as_text(found)


def test_other_devices():
    found = lines(mismatch(0, printed("ALLREDUCE", device="cuda"), 1, printed("ALLREDUCE")))
    assert "on several devices: rank 0 in all_reduce [4] cuda, rank 1 in all_reduce [4] cpu." in told.as_text(found)


def test_a_smaller_group_whose_other_rank_has_no_log():
    found = lines(f"[rank5]: {mismatch(1, printed('ALLREDUCE'), 0, printed('BROADCAST'))}")
    assert "Rank 0 of that group, as it counts, is in broadcast [4]." in told.as_text(found)


def raised(rank: int, line: int, error: str) -> list[str]:
    return [
        f"[rank{rank}]: {text}"
        for text in ("Traceback (most recent call last):", f'  File "train.py", line {line}, in step', error)
    ]


def test_of_a_rank_that_did_not_come_the_first_exception_of_its_own_is_told():
    gloo = "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:553] Connection closed by peer"
    errors = [*raised(1, 3, gloo), *raised(1, 5, "ValueError: x"), *raised(1, 9, "KeyError: 'y'")]
    text = told.as_text(lines(*errors, "[Rank 0]: Ranks 1 failed to pass monitoredBarrier in 9 ms"))
    assert text.startswith("Rank 1 did not come: rank 0 waited 0.009 s in a call. "
                           "Rank 1 raised ValueError: x, at train.py:5, step.\n")  # fmt: skip


def test_a_barrier_that_ends_before_all_were_asked():
    found = lines("[rank0]: RuntimeError: Rank 0 timed out in monitoredBarrier after 500 ms.")
    assert told.as_text(found).startswith("Not all ranks came in time: rank 0 waited 0.5 s in a call.")


def test_a_world_size_names_ranks_without_a_line():
    found = lines("Rank 1 successfully reached monitoredBarrier, but received errors while waiting for send/recv")
    assert found[1].said == Reached(1)
    assert "There is no line of ranks 0, 2, 3 in the logs." in told.as_text(found, 4)


def test_a_control_character_of_a_log_does_not_reach_the_terminal():
    text = told.as_text(lines("[Rank 0]: Ranks 1 failed to pass monitoredBarrier in 9 ms",
        "[rank1]: Traceback (most recent call last):", '[rank1]:   File "a.py", line 1, in f', "[rank1]: ValueError: \x07"))  # fmt: skip
    assert "Rank 1 raised ValueError: \\x07, at a.py:1, f." in text


SUM, MEAN = Print(3, "all_reduce", (4,), "Float", "cpu"), Print(3, "reduce", (4,), "Float", "cpu")


def test_the_side_with_fewer_ranks_is_named_first():
    assert first(differs(SUM, SUM, MEAN)) == (
        "Call 3 of the group is not the same call on all ranks: rank 2 in reduce [4], ranks 0, 1 in all_reduce [4]."
    )


def test_the_whole_verdict_on_ranks_that_differ():
    said = differs(SUM, SUM, MEAN)
    said[2].at = "train.py:9, step"
    assert (
        told.as_text(said).partition("\n\n")[2]
        == """\
rank  stands in       call            at
0, 1  all_reduce [4]  3 of the group
2     reduce [4]      3 of the group  train.py:9, step

What to do: Make the same calls in the same order on all ranks.
Page:       docs/errors/collectives-differ.md"""
    )


def test_devices_that_differ_have_the_advice_on_calls_that_differ():
    text = told.as_text(differs(SUM, replace(SUM, device="cuda")))
    assert text.endswith("Page:       docs/errors/collectives-differ.md")


def test_of_op_shape_dtype_and_device_the_first_that_differs_is_told():
    other = Print(3, "reduce", (5,), "Half", "cuda")
    parts = ("device", "dtype", "shape", "op")
    kinds = ["on several devices", "of several dtypes", "of several shapes", "is not the same call"]
    for count, kind in enumerate(kinds, 1):
        changed = replace(SUM, **{part: getattr(other, part) for part in parts[:count]})
        assert kind in first(differs(SUM, changed))


def test_a_rank_behind_the_earliest_call_has_a_row_and_is_not_in_the_sentence():
    """Rank 2 is one call further, so it compares with another one."""
    said = differs(SUM, MEAN) | {2: Told(Mismatch(2, replace(SUM, number=4), 0, SUM), at="train.py:12, step")}
    assert "rank 2" not in first(said)
    assert "\n2     all_reduce [4]  4 of the group  train.py:12, step\n" in told.as_text(said)


def test_a_rank_that_raised_beside_calls_that_differ_is_told():
    said = differs(SUM, MEAN) | {2: Told(error="ValueError: x.", error_at="data.py:3, load"), 3: Told()}
    assert first(said).endswith(" Rank 2 raised ValueError: x, at data.py:3, load.")


def test_a_call_without_a_tensor_has_no_shape():
    barrier = Print(3, "barrier")
    assert "rank 0 in barrier, rank 1 in all_reduce [4]" in first(differs(barrier, SUM))
    assert "all_reduce []," in first(differs(replace(SUM, shape=()), MEAN))


def missed(*missing: int, is_all: bool = True, rank: int = 0, op: str = "barrier") -> Told:
    return Told(Missed(rank, missing, 2500, is_all), op=op, at="train.py:7, step")


def test_the_whole_verdict_on_a_barrier():
    text = told.as_text({0: missed(2), 1: Told(Reached(1), op="barrier", at="train.py:7, step")})
    assert (
        text
        == """\
Rank 2 did not come: ranks 0, 1 waited 2.5 s in barrier. There is no line of rank 2 in the logs.

rank  stands in     at
0, 1  barrier       train.py:7, step
2     has not come

What to do: Find where the missing ranks go another way: a branch on the rank, a loop of another length, a caught error.
Page:       docs/errors/hangs.md"""
    )


def test_a_rank_that_waited_for_not_all_may_miss_more():
    more = "The first rank of a group stops at the first that it misses, so more may be missing."
    assert [more in first({0: missed(2, is_all=is_all)}) for is_all in (True, False)] == [False, True]
    assert more not in first({0: missed(is_all=False)})  # it names nobody


def test_where_the_first_rank_says_nothing_it_is_the_one_that_is_missing():
    assert first({1: Told(Reached(1), op="barrier"), 0: Told()}) == (
        "Rank 0 did not come: rank 1 waited in barrier. Rank 0 says nothing of it."
    )


def test_a_rank_that_waited_in_another_group_is_told_with_its_place():
    said = {0: missed(1), 1: Told(Reached(1), op="all_reduce", at="train.py:5, step")}
    assert first(said).endswith(
        "Rank 1 waited in all_reduce, too, at train.py:5, step: in another group, or it came too late."
    )
    said[1] = Told(Reached(1))
    assert first(said).endswith("Rank 1 waited in a call, too: in another group, or it came too late.")


def test_a_long_error_is_cut():
    said = {0: missed(1), 1: Told(error="ValueError: " + "x" * 5_000)}
    assert first(said).endswith("x.")
    assert len(first(said)) < 400


def test_of_a_smaller_group_the_ranks_are_counted_as_it_counts():
    """Rank 4 of the job is the first of its group."""
    assert first({4: missed(1)}) == (
        "Rank 1 of a smaller group, as it counts, did not come: rank 4 waited 2.5 s in barrier. "
        "There is no line of ranks 0 to 3 in the logs."
    )
    assert "has not come" not in told.as_text({4: missed(1)})
    assert "did not come: rank 1 waited" in first({1: missed(1)})  # it is number 0, and misses number 1


def test_ranks_that_count_otherwise_make_the_calls_those_of_a_smaller_group():
    pair = {5: Told(Mismatch(1, SUM, 0, MEAN)), 2: Told(Mismatch(0, MEAN, 1, SUM))}
    assert first(pair).startswith(
        "Call 3 of a smaller group is not the same call on all ranks: rank 2 in reduce [4], rank 5"
    )
    assert "of that group, as it counts" not in first(pair)  # both have said what they are in


def test_the_logs_of_all_ranks_name_none_that_is_silent():
    assert "There is no line" not in first(differs(SUM, MEAN), 2)
    assert "There is no line of rank 2 in the logs." in first(differs(SUM, MEAN), 3)
