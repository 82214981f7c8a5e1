"""The drawings of pipelines."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import pipeline_cut, pipeline_micro_batches, pipeline_pace, pipeline_schedules, pipeline_sizes

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


def test_micro_batches_have_bars_of_one_scale():
    lines = [
        "m = 4: 21 slots, idle 50.0%, stored: GPipe 4, 1F1B 4",
        "m = 8: 33 slots, idle 25.0%, stored: GPipe 8, 1F1B 4",
    ]
    canvas = pipeline_micro_batches.draw({"pipeline/micro_batches_of_1f1b.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("4", "8")
    assert html.count('width="200"') == 4  # half of the time, half of GPipe's eight twice, and 1F1B's four again


def test_idle_part_of_the_bar_is_empty():
    lines = ["m = 8, last stage takes 1 times as long: 33 slots, idle 25.0%", "m = 8, last stage takes 2 times as long: 57 slots, idle 50.0%"]  # fmt: skip
    canvas = pipeline_pace.draw({"pipeline/slowest_stage_sets_the_pace.py": record(lines)})
    assert canvas.parameter == ("8, equal", "8, slow")
    html = canvas.svg("", 1)
    assert (html.count('width="300"'), html.count('width="200"')) == (1, 1)


def test_stages_tell_what_they_hold_and_the_loss_of_the_last():
    four = record(*([f"rank {rank}: {'loss 1.5' if rank == 3 else 'no loss'}, holds 72 numbers"] for rank in range(4)))
    one = record(["loss 1.5, holds 288 numbers"])
    told = {"pipeline/four_stages_run_four_layers.py": four, "pipeline/one_process_runs_four_layers.py": one}
    canvas = pipeline_cut.draw(told)
    assert "288 numbers" in canvas.written
    assert "72 numbers" in canvas.written
    assert "loss 1.5" in canvas.written
    assert canvas.svg("", 1).count("marker-end") == 6


def test_ranks_and_micro_batches_are_drawn_row_by_row():
    lines = [
        "2 ranks, m = 1: 6 slots, idle 50.0%, stored 1", "rank 0 a...AA", "rank 1 .aAA..",
        "1 ranks, m = 1: 3 slots, idle 0.0%, stored 1", "rank 0 aAA",
    ]  # fmt: skip
    canvas = pipeline_sizes.draw({"pipeline/timelines_by_ranks_and_micro_batches.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("2 · 1", "1 · 1")
    assert "2 ranks, 1 micro-batches: 6 slots, idle 50.0 %" in canvas.written
    assert html.count('height="13"') == 6  # a forward and a backward in each of three rows
