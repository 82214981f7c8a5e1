"""The timelines of schedules."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import pipeline_schedules

TIMELINES = "pipeline/timelines_of_seven_schedules.py"
LINES = [
    "GPipe: 4.5 slots, idle 33.3%, stored 1", "rank 0 stage 0 00...aaaa", "rank 1 stage 1 ..00aaaa.",
    "ZBVZeroBubble: 4 slots, idle 10.0%, stored 1", "rank 0 stage 0 0..aA", "rank 0 stage 3 .0a.A",
    "rank 1 stage 1 .....", "rank 1 stage 2 .....",
]  # fmt: skip


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_each_schedule_is_a_value_and_tells_its_numbers():
    canvas = pipeline_schedules.draw({TIMELINES: record(LINES)})
    assert canvas.parameter == ("GPipe", "ZBV")
    assert "GPipe: 4.5 slots, idle 33.3 %" in canvas.written
    assert "ZBVZeroBubble: 4 slots, idle 10.0 %" in canvas.written


def test_kinds_have_colors_and_a_stage_of_its_own():
    html = pipeline_schedules.draw({TIMELINES: record(LINES)}).svg("", 1)
    assert html.count('class="r0 ls-some s1"') == 1  # all forwards of GPipe are one mark; the legend is in both steps
    assert html.count('class="r0 full ls-some s2"') == 2  # forwards of the later stage of ZBV, and the legend
    assert html.count('class="r2 ls-some s2"') == 2  # gradients of weights
    assert 'class="r2 ls-some s1"' not in html


def test_numbers_stand_where_a_rank_has_one_stage():
    html = pipeline_schedules.draw({TIMELINES: record(LINES)}).svg("", 1)
    assert html.count('class="quiet ls-some s1"><text') == 5  # four boxes, and what is stored
    assert html.count('class="quiet ls-some s2"><text') == 4  # what is stored, and three words of the legend


def test_in_steps_leaves_out_the_other_schedules():
    lines = [*LINES, "LoopedBFS: 9 slots, idle 5.0%, stored 1", "rank 0 stage 0 0a"]
    canvas = pipeline_schedules.in_steps({TIMELINES: record(lines)})
    assert (canvas.steps, canvas.parameter) == (2, ())
    assert "LoopedBFS" not in canvas.written
