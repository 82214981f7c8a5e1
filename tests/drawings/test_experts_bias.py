"""The drawing of the load and the bias of experts."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import experts_bias


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_bars_of_the_load_have_one_scale():
    lines = ["step 0: tokens of each expert [260, 130], bias [-0.01, 0.01]", "step 5: tokens of each expert [130, 260], bias [-0.1, 0.1]"]  # fmt: skip
    html = experts_bias.draw({"experts/a_bias_balances_without_a_loss.py": record(lines)}).svg("", 1)
    assert html.count('width="260"') == html.count('width="130"') == 2
    assert ">-0.01</text>" in html
    assert ">+0.1</text>" in html
