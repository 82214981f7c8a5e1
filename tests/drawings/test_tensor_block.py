"""The drawing of the sums in a block."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tensor_block


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_a_step_for_each_sum_of_a_block():
    lines = ["input once: 2 + 2 all-reduces, 4096 B sent", "input three times: 2 + 4 all-reduces, 6144 B sent"]
    canvas = tensor_block.draw({"tensor-parallel/four_all_reduces_stand_in_a_block.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.steps == 5
    assert "forward: all-reduce 2 of 4, 1024 B from each rank" in html
    assert html.count(">g</text>") == html.count(">f</text>") == 2
