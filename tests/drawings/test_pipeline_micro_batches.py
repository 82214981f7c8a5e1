"""Idle time and stored micro-batches."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import pipeline_micro_batches


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_micro_batches_have_bars_of_one_scale():
    lines = [
        "m = 4: 21 slots, idle 50.0%, stored: GPipe 4, 1F1B 4",
        "m = 8: 33 slots, idle 25.0%, stored: GPipe 8, 1F1B 4",
    ]
    canvas = pipeline_micro_batches.draw({"pipeline/micro_batches_of_1f1b.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("4", "8")
    assert html.count('width="200"') == 4  # half of the time, half of GPipe's eight twice, and 1F1B's four again
