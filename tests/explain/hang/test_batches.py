"""Calls that NCCL launches together: which entries are one batch, and which of them a rank has left."""

from __future__ import annotations

import pytest

from lockstep.explain.hang.batches import Entry, numbered
from tests.explain.hang.test_dump import ENTRY, TABLE, read


def entry(name: str, **changes: object) -> dict[str, object]:
    """An entry as torch writes it; of a message the name says so."""
    return ENTRY | {"profiling_name": name, "is_p2p": name.startswith(("nccl:send", "nccl:recv"))} | changes


def batches(*entries: object) -> list[tuple[int, int | None]]:
    """The place of each call, and that of the end of its batch."""
    return [(found.place, found.batch) for found in numbered(entries)]


@pytest.mark.parametrize(
    ("name", "state", "retired", "is_done"),
    [
        ("gloo:all_reduce", "scheduled", True, True),
        ("gloo:all_reduce", "scheduled", False, False),
        ("nccl:all_reduce", "completed", False, True),
        ("nccl:all_reduce", "started", False, False),
        ("nccl:all_reduce", "started", True, False),  # it has timed out
    ],
)
def test_a_call_is_left_when_it_is_completed_or_with_gloo_retired(name, state, retired, is_done):
    entry = ENTRY | {"profiling_name": name, "state": state, "retired": retired}
    (call,) = read(TABLE | {"entries": [entry]}).calls
    assert call.is_done == is_done


def test_the_entry_that_nccl_adds_for_messages_together_is_no_call():
    entry = ENTRY | {"profiling_name": "nccl:coalesced", "is_p2p": True}
    assert read(TABLE | {"entries": [entry, ENTRY]}).calls == read(TABLE).calls


def batch(state: str, *names: str) -> list[dict]:
    """Calls that NCCL launches together: only the entry behind them has a state."""
    changes = {"is_p2p": "send" in names[0], "p2p_seq_id": 2, "state": "scheduled"}
    entries = [ENTRY | changes | {"profiling_name": f"nccl:{name}"} for name in names]
    return [*entries, ENTRY | changes | {"profiling_name": "nccl:coalesced", "state": state}]


@pytest.mark.parametrize(("state", "is_done"), [("completed", True), ("started", False)])
@pytest.mark.parametrize("names", [("send 1->0", "recv 1<-0"), ("_all_gather_base", "_all_gather_base")])
def test_calls_that_were_launched_together_are_left_together(state, is_done, names):
    first, second, *_ = read(TABLE | {"entries": batch(state, *names)}).calls
    assert [first.is_done, second.is_done] == [is_done, is_done]
    assert first.batch == second.batch == 2


def test_a_call_before_a_batch_is_alone():
    entries = [ENTRY | {"collective_seq_id": 2}, *batch("completed", "send 1->0", "recv 1<-0"), ENTRY]
    calls = read(TABLE | {"entries": entries}).calls
    assert [(call.op, call.batch, call.is_done) for call in calls] == [
        ("all_gather_into_tensor", None, False),
        ("send", 3, True),
        ("recv", 3, True),
        ("all_gather_into_tensor", None, False),
    ]


MESSAGE, END = entry("nccl:send 1->0"), entry("nccl:coalesced", is_p2p=True)


def test_no_entries_are_no_calls():
    assert numbered([]) == []


def test_a_call_keeps_its_place_and_its_fields():
    assert numbered([ENTRY]) == [Entry(place=0, fields=ENTRY, batch=None, is_done=False)]


def test_two_batches_of_messages_are_two():
    assert batches(MESSAGE, END, MESSAGE, MESSAGE, END) == [(0, 1), (2, 4), (3, 4)]


def test_a_message_behind_the_last_end_is_alone():
    assert batches(MESSAGE, END, MESSAGE) == [(0, 1), (2, None)]


def test_the_entry_behind_collectives_is_a_call_of_its_batch():
    together, end = entry("nccl:all_reduce", collective_seq_id=3), entry("nccl:all_reduce_coalesced:coalesced")
    assert batches(together, together, end) == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize(
    ("before", "what"),
    [
        (entry("nccl:all_reduce"), "a collective before messages"),
        (MESSAGE | {"process_group": ("5", "pp")}, "a message of another group"),
        (None, "no entry at all"),
        ({}, "an entry without a group"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_of_a_batch_of_messages_ends_it(before, what):
    """Also what stands before it is not of the batch."""
    assert batches(MESSAGE, before, MESSAGE, END) == [(0, None), (1, None), (2, 3)], what


def test_a_collective_of_another_number_is_not_of_the_batch():
    end = entry("nccl:coalesced", collective_seq_id=8)
    earlier, same = entry("nccl:all_reduce", collective_seq_id=7), entry("nccl:all_reduce", collective_seq_id=8)
    assert batches(earlier, same, end) == [(0, None), (1, 2), (2, 2)]
    assert batches(MESSAGE, same, end) == [(0, None), (1, 2), (2, 2)]


@pytest.mark.parametrize("field", ["state", "profiling_name", "process_group", "collective_seq_id", "is_p2p"])
@pytest.mark.parametrize("value", [None, 1.5, [], {}, "x", [1]])
def test_a_field_of_another_kind_is_no_error_here_and_no_call_that_was_left(field, value):
    """`dump` looks at each field and tells what is wrong."""
    odd = ENTRY | {field: value}
    assert [(found.place, found.is_done) for found in numbered([odd, MESSAGE, END])] == [(0, False), (1, False)]


def test_only_what_says_scheduled_goes_by_the_end_of_its_batch():
    started, scheduled = (MESSAGE | {"state": state} for state in ("started", "scheduled"))
    done, going = END | {"state": "completed"}, END | {"state": "started"}
    assert [found.is_done for found in numbered([started, scheduled, done, scheduled, going, scheduled])] == [
        False, True, False, False,
    ]  # fmt: skip
