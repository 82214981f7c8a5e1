"""The drawing of the error of a sum in bfloat16."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import precision_sum


def _records(name, *lines):
    return {f"precision/{name}.py": SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])}


def test_the_largest_error_has_the_longest_bar():
    lines = ("    4 SIMULATED  0.25%  0.24%", " 1024 SIMULATED 50.04%  0.29%")
    canvas = precision_sum.draw(_records("a_long_sum_in_bf16_falls_short", *lines))
    html = canvas.svg("", 1)
    assert canvas.parameter == ("4", "1,024")
    assert "one after another: 50.04 %" in html
    assert html.count('width="380"') == 1
