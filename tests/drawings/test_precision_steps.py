"""The drawings of numbers that change from step to step."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import precision_steps


def _records(name, *lines):
    return {f"precision/{name}.py": SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])}


def test_a_box_stands_where_its_number_lies():
    lines = [f"update {n}: alone 1.0000, copy {1 - n / 1000:.4f}, its bfloat16 1.0000" for n in range(2)]
    canvas = precision_steps.updates(_records("a_weight_after_each_update", *lines))
    html = canvas.svg("", 1)
    assert canvas.steps == 2
    assert html.count(">1.0000<") == 6
    assert html.count(">0.9990<") == 1


def test_a_bar_for_each_step():
    lines = ("step 1: scale 8192, scaled gradient inf, skipped", "step 2: scale 4096, scaled gradient 32768, stepped")
    canvas = precision_steps.scale(_records("the_scale_halves_and_doubles", *lines))
    html = canvas.svg("", 1)
    assert canvas.steps == 2
    assert all(f">{word}<" in html for word in ("8192", "inf", "skip", "step"))
