"""Who holds a job up: of recorded hangs, of made ones, and beside torch's own analyser."""

from __future__ import annotations

import pickle

import pytest
from torch.distributed.flight_recorder.components.builder import build_collectives, build_groups_memberships
from torch.distributed.flight_recorder.components.types import Collective
from torch.distributed.flight_recorder.components.utils import align_trace_from_beginning

from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import Call, Dump, Group
from lockstep.explain.hang.report import as_text
from tests.explain.hang.made import FOLDER, NAMES, call, job, recorded, waits

# Read from the programs, not from what the tool says: kind, number of the call, ranks that did not come, odd ranks.
EXPECTED = {
    "broadcast_meets_all_reduce_and_both_wait": ("differs", 1, (), (0, 1)),
    "each_in_another_call_3": ("differs", 2, (), (0, 1, 2)),
    "evaluation_on_rank_0_hangs": ("differs", 3, (), (0, 1)),
    "even_ranks_in_two_orders_4": ("two orders", 1, (2,), ()),
    "gather_without_rank_1_3": ("missing", 2, (1,), ()),
    "gathering_on_rank_0_alone_hangs": ("differs", 1, (), (0, 1)),
    "groups_in_two_orders_2": ("two orders", 1, (1,), ()),
    "one_call_too_many_4": ("differs", 1, (), (2,)),
    "one_ends_without_a_word_4": ("missing", 2, (3,), ()),
    "one_half_goes_on_4": ("missing", 1, (2, 3), ()),
    "one_of_six_stops_early_6": ("missing", 4, (5,), ()),
    "one_rank_loads_forever_3": ("missing", 1, (1,), ()),
    "one_rank_stops_early": ("differs", 9, (), (0, 1)),
    "one_skip_leaves_the_other_rank_waiting": ("differs", 8, (), (0, 1)),
    "random_branch_parts_the_ranks": ("differs", 2, (), (0, 1)),
    "rank_with_one_batch_more_hangs_in_backward": ("differs", 9, (), (0, 1)),
    "ranks_that_decide_alone_hang": ("differs", 1, (), (0, 1)),
    "reduce_meets_all_reduce_4": ("differs", 1, (), (0,)),
    "ring_of_pairs_3": ("two orders", 1, (1,), ()),
    "shapes_and_a_late_rank_4": ("shape", 1, (3,), (2,)),
    "skipped_collective_hangs": ("differs", 1, (), (0, 1)),
    "stuck_in_a_pair_3": ("missing", 2, (2,), ()),
    "two_against_two_4": ("differs", 61, (), (0, 1, 2, 3)),
    "validation_on_rank_0_hangs": ("differs", 8, (), (0, 1)),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_hang_is_told_as_its_program_has_it(name):
    found = diagnose(recorded(name))
    assert (found.kind, found.number, found.missing, found.odd) == EXPECTED[name]


def by_torch(name: str) -> list[Collective]:
    """The calls that torch's analyser refuses."""
    files = sorted((FOLDER / name).iterdir())
    tables = {int(path.name.rpartition("_")[2]): pickle.loads(path.read_bytes()) for path in files}
    _, groups, _, members, guids = build_groups_memberships({rank: t["pg_config"] for rank, t in tables.items()})
    entries = align_trace_from_beginning({rank: table["entries"] for rank, table in tables.items()})
    _, collectives, _ = build_collectives(entries, groups, members, guids, "2.10")
    return [call for call in collectives if not call.pass_check or call.missing_ranks]


KINDS = {
    "COLLECTIVE_TYPE_MISMATCH": "differs",
    "SIZE_OR_SYNTAX_MISMATCH": "shape",
    "COLLECTIVE_DTYPE_MISMATCH": "dtype",
}


@pytest.mark.torch
@pytest.mark.parametrize("name", NAMES)
def test_torch_finds_the_same_call_and_the_same_ranks(name):
    found = diagnose(recorded(name))
    theirs = next(
        call for call in by_torch(name) if (call.group_id, call.collective_seq_id) == (found.group.name, found.number)
    )
    assert (theirs.missing_ranks or set()) == set(found.missing)
    if found.kind in KINDS.values() and not found.missing:
        errors = {rank: call.type_of_mismatch.state.name for rank, call in theirs.mismatch_collectives.items()}
        assert {KINDS[error] for error in errors.values()} == {found.kind}
        # torch compares with the first rank: the odd ones are those it names, or that first one.
        assert set(errors) <= set(found.odd) or found.odd == (min(found.waiting),)


def test_a_job_whose_ranks_all_wait_in_the_same_call():
    found = diagnose(job([waits(1)], [waits(1)]))
    assert (found.kind, found.waiting, found.missing) == ("all there", (0, 1), ())


def test_a_rank_that_is_alone_in_its_group_waits_for_no_other_rank():
    alone = Group("1", "tp", (0,))
    dumps = job([call(1), waits(1, group="1")], [call(1)], groups=(alone,))
    found = diagnose(dumps)
    assert (found.kind, found.group, found.waiting) == ("alone", alone, (0,))
    assert as_text(found, dumps).startswith(
        "Rank 0 is in call 1 of group tp, all_reduce [4], and is the only rank of this group: it waits for no other rank."
    )
    guessed = [Dump(0, (waits(1),), (Group("0", "default_pg", ()),))]
    assert diagnose(guessed).kind == "all here"


def test_a_job_in_which_nobody_waits():
    found = diagnose(job([call(1)], []))
    assert (found.kind, found.group) == ("nothing", None)


def test_other_dtypes_are_told_when_op_and_shape_agree():
    found = diagnose(job([waits(1)], [waits(1)], [waits(1, dtypes=(("Half",), ("Half",)))]))
    assert (found.kind, found.odd) == ("dtype", (2,))


def test_a_rank_without_a_dump_is_missing_and_silent():
    found = diagnose(job([waits(1)], [waits(1)]), world_size=3)
    assert (found.kind, found.missing) == ("all there", ())  # the dumps say that the group has two ranks
    two = [Dump(rank, (waits(1),), (Group("0", "default_pg", ()),)) for rank in (0, 2)]
    found = diagnose(two, world_size=4)
    assert (found.kind, found.missing, found.silent) == ("missing", (1, 3), (1, 3))


def test_the_call_that_holds_up_the_others_is_named_not_the_first():
    """Rank 0 waits for rank 1, which waits in a pair for rank 2, which computes."""
    pair = Group("pair", "tp", (1, 2))
    found = diagnose(job([waits(1)], [waits(1, group="pair")], [], groups=(pair,)))
    assert (found.group, found.missing) == (pair, (2,))


def test_a_ring_that_has_forgotten_a_call_has_left_it():
    found = diagnose(job(*([one] for one in (waits(5, "broadcast"), call(9, "broadcast"), call(4, "broadcast")))))
    assert (found.kind, found.missing) == ("missing", (2,))


@pytest.mark.parametrize(
    ("calls", "missing"),
    [
        ([[waits(1, "recv", peer=1)], []], (1,)),
        ([[waits(1, "send", peer=1)], [waits(1, "send", peer=0)]], (1,)),
        ([[waits(1, "recv", peer=1)], [waits(1, "recv", peer=0)]], (1,)),
    ],
)
def test_a_message_without_its_other_half(calls, missing):
    found = diagnose(job(*calls))
    assert (found.kind, found.missing) == ("message", missing)


def test_both_halves_of_a_message_wait_for_the_link_alone():
    found = diagnose(job([waits(1, "send", peer=1)], [waits(1, "recv", peer=0)]))
    assert [stand.waits_for for stand in found.stands] == [(), ()]
    assert (found.kind, found.missing) == ("both halves", ())


def swap(rank: int, batch: int | None) -> list[Call]:
    """Each of two ranks sends to the other and receives from it."""
    peer = 1 - rank
    return [waits(1, "send", peer=peer, batch=batch), waits(1, "recv", peer=peer, batch=batch, order=2)]


@pytest.mark.parametrize(("batch", "kind"), [(7, "both halves"), (None, "message")])
def test_messages_that_are_launched_together_have_no_order(batch, kind):
    found = diagnose(job(swap(0, batch), swap(1, batch)))
    assert found.kind == kind


def test_of_a_batch_the_message_without_its_other_half_is_named():
    found = diagnose(job(swap(0, 7), [waits(1, "recv", peer=0)]))
    (first, _) = found.stands
    assert (found.kind, first.call.op, first.waits_for) == ("message", "recv", (1,))


def test_the_other_half_of_a_message_is_meant_for_this_rank():
    ranks = [waits(1, "send", peer=1)], [waits(1, "recv", peer=2)], [waits(1, "recv", peer=1)]
    found = diagnose(job(*ranks))
    assert [stand.waits_for for stand in found.stands] == [(1,), (2,), (1,)]
    assert found.waiting == (1,)


A, B = Group("1", "fsdp", (0, 1, 2)), Group("2", "tp", (0, 1, 2))


def queue(*groups: Group, **changes: object) -> list[Call]:
    """With NCCL a program runs ahead: calls of several groups are made, and none is left."""
    return [waits(1, group=group.name, order=order, **changes) for order, group in enumerate(groups)]


def test_groups_are_entered_in_two_orders_while_all_calls_are_made():
    found = diagnose(job(queue(A, B), queue(A, B), queue(B, A), groups=(A, B)))
    assert (found.kind, found.group, found.waiting, found.missing) == ("two orders", A, (0, 1), (2,))
    assert [stand.waits_for for stand in found.stands] == [(2,), (2,), (0, 1)]


def test_groups_are_entered_in_one_order_and_the_first_call_is_not_left():
    found = diagnose(job(queue(A, B), queue(A, B), queue(A, B), groups=(A, B)))
    assert (found.kind, found.group) == ("all there", A)


def test_who_waits_for_a_rank_in_another_call_does_not_hold_up_the_job():
    """Rank 0 is in tp#1, and the others are still in fsdp#1, which nobody else waits for."""
    late = [call(1, group="1"), waits(1, group="2", order=2)]
    found = diagnose(job(late, queue(A, B), queue(A, B), groups=(A, B)))
    assert (found.kind, found.group, found.left) == ("may move", A, (0,))


def test_a_rank_that_did_not_come_counts_more_than_a_queue():
    found = diagnose(job(queue(A, B), queue(A, B), [], groups=(A, B)))
    assert (found.kind, found.group, found.missing) == ("missing", A, (2,))
