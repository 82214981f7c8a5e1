"""A stage that is slower."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import pipeline_pace


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_idle_part_of_the_bar_is_empty():
    lines = ["m = 8, last stage takes 1 times as long: 33 slots, idle 25.0%", "m = 8, last stage takes 2 times as long: 57 slots, idle 50.0%"]  # fmt: skip
    canvas = pipeline_pace.draw({"pipeline/slowest_stage_sets_the_pace.py": record(lines)})
    assert canvas.parameter == ("8, equal", "8, slow")
    html = canvas.svg("", 1)
    assert (html.count('width="300"'), html.count('width="200"')) == (1, 1)
