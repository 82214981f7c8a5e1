"""Timelines by ranks and micro-batches."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import pipeline_sizes


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


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
