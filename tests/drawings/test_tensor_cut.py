"""The drawing of a weight that is cut."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tensor_cut


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_the_output_and_the_slope_stand_on_both_ranks():
    line = "y -3.148, alone -3.148; slope 84.27, alone 84.27"
    html = tensor_cut.draw({"tensor-parallel/f_and_g_send_once_each.py": record([line], [line])}).svg("", 1)
    assert html.count(">y -3.148</text>") == 2
    assert html.count(">slope 84.27</text>") == 2
