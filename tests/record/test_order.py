"""The order of events of several ranks: only what forces it."""

from __future__ import annotations

from lockstep.record.order import lanes_and_ops

TWO = {"group": "0", "ranks": [0, 1]}


def line(number, file=0):
    return {"line": [file, number]}


def collective(call, name="all_reduce", seq=1, leaves=True, **facts):
    """The events of one call that gloo has noted."""
    op = {"op": name, "group": "0", "seq": seq, "sizes": [[2]], "dtypes": ["Float"], "call": call}
    return [{"enter": call, "name": name, "group": "0", **facts}, op, *([{"leave": call, "is": None}] * leaves)]


def inner(name="all_reduce", seq=1):
    return {"op": name, "group": "0", "seq": seq, "sizes": [[1, 3]], "dtypes": ["Long"], "call": None}


def traced(*events):
    return lanes_and_ops([[TWO, *of_rank] for of_rank in events], ["has ended"] * len(events))


def times(op):
    return [(part.enter, part.leave) for part in op.parts]


def test_a_rank_that_comes_first_waits_for_the_last():
    lanes, (op,) = traced([line(1), *collective(1), line(9)], [line(1), line(2), line(3), *collective(1), line(9)])
    assert times(op) == [(2, 5), (4, 5)]
    assert [part.on for part in op.parts] == [(1,), (0,)]
    assert [[step.at for step in lane.steps] for lane in lanes] == [[1, 6], [1, 2, 3, 6]]
    assert (op.size, op.inside) == (8, 0)


def test_ranks_that_do_not_meet_are_in_no_order():
    lanes, ops = traced([line(1), line(2)], [line(1), line(2), line(3)])
    assert [[step.at for step in lane.steps] for lane in lanes] == [[1, 2], [1, 2, 3]]
    assert ops == ()


def test_the_root_of_a_broadcast_waits_for_nobody_and_the_others_for_it():
    facts = {"name": "broadcast", "peer": 0}
    _, (op,) = traced([line(1), line(2), *collective(1, **facts)], [line(1), *collective(1, **facts)])
    assert [part.on for part in op.parts] == [(), (0,)]
    assert times(op) == [(3, 4), (2, 4)]


def test_all_but_the_root_of_a_gather_leave_at_once():
    facts = {"name": "gather", "peer": 1}
    _, (op,) = traced([line(1), *collective(1, **facts)], [line(1), line(2), *collective(1, **facts)])
    assert [part.on for part in op.parts] == [(), (0,)]
    assert times(op) == [(2, 3), (3, 4)]


def test_the_kth_message_of_one_rank_meets_the_kth_of_the_other():
    sends = [{"enter": 1, "name": "send", "group": "0", "peer": 1}, {"leave": 1, "is": None}]
    receives = [{"enter": 1, "name": "recv", "group": "0", "peer": 0}, {"leave": 1, "is": {"of": "x", "cells": ["1"]}}]
    _, (op,) = traced([line(1), line(2), *sends], [line(1), *receives])
    assert (op.name, op.ranks, op.group) == ("message", (0, 1), "")
    assert [part.name for part in op.parts] == ["send", "recv"]
    assert times(op) == [(3, 4), (2, 4)]
    assert op.parts[1].after.cells == ("1",)


def test_what_torch_calls_inside_of_a_line_belongs_to_the_line():
    _, (op,) = traced([line(4), inner(), line(5)], [line(4), inner(), line(5)])
    assert (op.inside, op.size, [part.step for part in op.parts]) == (1, 24, [0, 0])


def test_a_group_that_torch_wraps_with_detail_is_that_of_the_call():
    enter, op, leave = collective(1, op="SUM")
    check = {**op, "op": "all_gather", "group": "", "seq": 1}
    events = [line(4), enter, check, {**op, "group": "", "seq": 2}, leave]
    _, (first, second) = traced(events, events)
    assert (first.name, first.ranks, first.how) == ("all_gather", (0, 1), "")
    assert (second.name, second.ranks, second.how) == ("all_reduce", (0, 1), "SUM")


def test_a_rank_that_hangs_never_leaves():
    _, (op,) = traced([line(1), *collective(1, leaves=False)], [line(1)])
    assert [(part.rank, part.enter, part.leave, part.on) for part in op.parts] == [(0, 2, None, (1,))]


def test_the_root_of_a_broadcast_that_never_leaves_waits_for_all_others():
    facts = {"name": "broadcast", "peer": 0}
    _, (op,) = traced([line(1), *collective(1, leaves=False, **facts)], [line(1), *collective(1, leaves=False)])
    assert [(part.name, part.leave, part.on) for part in op.parts] == [
        ("broadcast", None, (1,)),
        ("all_reduce", None, (0,)),
    ]


def test_a_message_that_nobody_takes_is_one_of_its_sender_alone():
    _, (op,) = traced([line(1), {"enter": 1, "name": "send", "group": "0", "peer": 1}], [line(1)])
    assert [(part.rank, part.leave, part.on) for part in op.parts] == [(0, None, (1,))]


def test_different_calls_in_the_same_place_never_end():
    _, (op,) = traced([line(1), inner("broadcast")], [line(1), *collective(1, "barrier", leaves=False)])
    assert [part.name for part in op.parts] == ["broadcast", "barrier"]
    assert op.parts[1].leave is None
    _, (op,) = traced([line(1), inner("all_reduce")], [line(1), inner("all_gather")])
    assert [part.leave for part in op.parts] == [None, None]


def test_a_call_in_the_background_ends_at_the_line_that_waits_for_it():
    events = [line(1), *collective(1)[:2], {"leave": 1}, line(2), {"wait": [1]}, line(3)]
    late = [line(1), line(1), line(1), *collective(1)[:2], {"leave": 1}, {"wait": [1]}]
    lanes, (op,) = traced(events, late)
    assert (op.parts[0].enter, op.parts[0].leave, op.parts[0].done) == (2, 3, 5)
    assert lanes[0].steps[2].at == 6


def test_a_rank_that_went_on_without_the_others_is_let_go():
    _, (op,) = traced([line(1), *collective(1), line(2)], [line(1)])
    assert times(op) == [(2, 3)]


def test_values_and_lines_printed_belong_to_the_line_before():
    events = [{"set": {"before": "1"}}, line(1), {"set": {"x": "3", "t": {"of": "float32[1]", "cells": ["1"]}}},
              {"out": "a\nb"}, {"out": "c\n"}, line(2), {"set": {"x": None}}, {"cut": 7}]  # fmt: skip
    (lane,), _ = lanes_and_ops([events], ["ends"])
    assert [{name: value and value.text for name, value in step.set.items()} for step in lane.steps] == [
        {"x": "3", "t": "float32[1]"},
        {"x": None},
    ]
    assert (lane.steps[0].out, lane.cut, lane.end) == (("a", "bc"), 7, "ends")
