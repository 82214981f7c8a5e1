"""The lanes of ranks, drawn from a trace."""

from __future__ import annotations

import dataclasses

import pytest
from sandbox import ROOT

from lockstep.drawings import timeline
from lockstep.drawings.canvas import BadDrawing
from lockstep.engine.machine import CPU
from lockstep.record.trace import Lane, Op, Part, Step, Trace, Value, read_trace, traced_names


def part(rank, enter, leave, *on, name=""):
    return Part(rank=rank, step=0, enter=enter, leave=leave, on=on, name=name)


LANE = Lane(steps=(Step(at=1, line=1, out=("rank: 3",)),), end="has ended", at=8)
MEET = Op(name="all_reduce", ranks=(0, 1), parts=(part(0, 2, 6, 1), part(1, 5, 6, 0)), group="0", how="SUM")
TRACE = Trace(snippet="topic/one.py", key="0" * 64, end="finished", files=("f",), lanes=(LANE, LANE), ops=(MEET,))


def drawn(trace=TRACE, code=(), value="", **changes):
    return timeline.draw(dataclasses.replace(trace, **changes), code, value).svg("Two lanes.", 1)


def test_a_rank_that_waits_is_striped_and_says_for_whom():
    svg = drawn()
    assert (svg.count('class="r0 stripes"'), svg.count('class="r1 stripes"')) == (1, 0)
    assert ">waits for rank 1</text>" in svg
    assert ">all_reduce</text>" in svg
    assert "Order, not time. Striped: it waits." in svg
    assert "all_reduce with ranks 0, 1, rank 0 waits for rank 1" in svg.partition(">")[0]  # the text alternative


def test_places_are_percent_so_that_text_is_of_one_size_on_all_screens():
    svg = drawn()
    assert svg.startswith('<svg class="ls-canvas" width="100%"')
    assert "viewBox" not in svg


def test_ranks_that_never_meet():
    svg = drawn(ops=())
    assert "Order, not time. The ranks never meet." in svg
    assert "They never meet. In the end rank 0 has ended" in svg


def test_a_rank_that_fails_is_named():
    svg = drawn(lanes=(LANE, dataclasses.replace(LANE, end="KeyError: 'x'")))
    assert "Rank 1: KeyError." in svg


def test_different_calls_are_joined_by_a_dashed_line_and_stand_to_the_end():
    parts = (part(0, 2, None, 1, name="broadcast"), part(1, 2, None, 0, name="barrier"))
    stuck = tuple(dataclasses.replace(LANE, end=f"waits for ever at line {n}: call", at=3) for n in (4, 5))
    svg = drawn(ops=(dataclasses.replace(MEET, parts=parts),), lanes=stuck, end="hang")
    assert 'class="ink dash"' in svg
    assert ">broadcast / barrier</text>" in svg
    assert svg.count('class="hot"><circle') == 2
    for text in ("waits for rank 1", "in broadcast", "waits for rank 0", "in barrier"):
        assert f">{text}</text>" in svg


def test_a_rank_that_is_gone_is_waited_for():
    alone = dataclasses.replace(MEET, parts=(part(0, 2, None, 1),))
    stuck = dataclasses.replace(LANE, end="waits for ever at line 1: call")
    svg = drawn(ops=(alone,), lanes=(stuck, LANE), end="hang")
    assert (svg.count(">waits for rank 1</text>"), svg.count(">in all_reduce</text>")) == (1, 1)


def test_what_torch_calls_inside_of_a_line_is_drawn_as_one():
    inside = [
        dataclasses.replace(MEET, inside=1, how="", name=name) for name in ("all_gather", "broadcast", "broadcast")
    ]
    svg = drawn(ops=tuple(inside), code=["model = DistributedDataParallel(model)"])
    assert svg.count("<circle") == 2
    assert "In DDP(): all_gather, broadcast × 2." in svg
    assert ">step</text>" in drawn(ops=tuple(inside), code=["model(x).sum().backward()"])
    assert "all_gather …: all_gather, broadcast ×" in drawn(ops=tuple(inside))


def test_what_goes_in_and_comes_out_stands_below_a_lane():
    parts = tuple(dataclasses.replace(of, before=Value("", ("7",)), after=Value("", ("9",))) for of in MEET.parts)
    svg = drawn(ops=(dataclasses.replace(MEET, parts=parts),))
    assert (svg.count(">7</text>"), svg.count(">9</text>")) == (2, 2)
    assert "what goes in, what comes out" in svg


def test_values_of_a_name_stand_below_a_lane():
    steps = (Step(at=1, line=1, set={"loss": Value("0.25")}),)
    svg = drawn(value="loss", lanes=(dataclasses.replace(LANE, steps=steps), LANE))
    assert svg.count(">0.25</text>") == 1
    assert "Numbers: loss." in svg


def test_of_many_meetings_those_with_the_most_waiting_are_drawn():
    calm = dataclasses.replace(MEET, parts=(part(0, 5, 6, 1), part(1, 5, 6, 0)))
    svg = drawn(ops=(*(dataclasses.replace(calm) for _ in range(9)), MEET))
    assert "Meetings 3 to 10 of 10." in svg
    assert "stripes" in svg


def test_every_trace_on_record_can_be_drawn():
    for name in traced_names(ROOT, CPU):
        timeline.draw(read_trace(ROOT, CPU, name), (ROOT / "snippets" / name).read_text("utf-8").split("\n"))


def test_of_many_meetings_with_as_much_waiting_the_most_different_ones_are_drawn():
    many = [dataclasses.replace(MEET, parts=(part(0, n, n + 1, 1), part(1, n, n + 1, 0))) for n in range(2, 22, 2)]
    other = dataclasses.replace(MEET, name="broadcast", parts=(part(0, 30, 31, 1), part(1, 30, 31, 0)))
    svg = drawn(ops=(*many, other))
    assert "Meetings 4 to 11 of 11." in svg
    assert ">broadcast SUM</text>" in svg or ">broadcast</text>" in svg


def test_groups_that_meet_at_once_across_each_other_have_lines_of_their_own():
    def pair(one, other):
        return dataclasses.replace(MEET, ranks=(one, other), parts=(part(one, 2, 3, other), part(other, 2, 3, one)))

    def lines(*ops):
        svg = drawn(ops=ops, lanes=(LANE,) * 4)
        return {line.split('x1="')[1].split('"')[0] for line in svg.split("<line")[1:] if 'class="ink"' in line}

    assert len(lines(pair(0, 2), pair(1, 3))) == 2
    assert len(lines(pair(0, 1), pair(2, 3))) == 1


def test_only_the_meetings_of_named_lines_are_drawn_and_the_picture_says_so():
    code = ["dist.broadcast(value)", "model(x)", "loss.backward()"]
    lane = Lane(steps=(Step(at=1, line=1), Step(at=4, line=2)), end="has ended", at=30)

    def op(name, step, at):
        parts = tuple(Part(rank=rank, step=step, enter=at, leave=at + 1) for rank in (0, 1))
        return Op(name=name, ranks=(0, 1), parts=parts, group="0", inside=bool(step))

    few = op("broadcast", 0, 2), op("all_gather", 1, 6), op("all_gather", 1, 9)
    many = (*few, *(op("all_gather", 1, at) for at in range(10, 28, 2)))

    def drawn(ops, lines=()):
        trace = dataclasses.replace(TRACE, lanes=(lane, lane), ops=ops)
        return timeline.draw(trace, code, lines=lines).svg("Two lanes.", 1)

    assert ">broadcast</text>" in drawn(few)
    assert ">all_gather × 2</text>" in drawn(few)
    assert "left out" not in drawn(few)
    part = drawn(few, ["model(x)"])
    assert ">broadcast</text>" not in part
    assert part.count(">all_gather</text>") == 2
    assert "Other lines are left out." in part
    assert ">all_gather × 11</text>" in drawn(many, ["model(x)"])
    with pytest.raises(BadDrawing, match=r"no ranks meet at a line with 'loss\.backward'"):
        drawn(few, ["model(x)", "loss.backward"])


def test_a_line_with_a_forward_that_sends_is_a_step_and_not_its_backward():
    def op(name, at):
        parts = tuple(Part(rank=rank, step=0, enter=at, leave=at + 1) for rank in (0, 1))
        return Op(name=name, ranks=(0, 1), parts=parts, group="0", inside=1)

    def named(code, *names):
        ops = tuple(op(name, 2 + 2 * number) for number, name in enumerate(names))
        return drawn(code=(code,), ops=ops)

    assert ">backward()</text>" in named("ddp(x).sum().backward()", "all_reduce")
    assert ">backward()</text>" in named("loss.backward()", "all_gather", "reduce_scatter")
    assert "In a step: all_gather, reduce_scatter." in named("fsdp(x).sum().backward()", "all_gather", "reduce_scatter")
