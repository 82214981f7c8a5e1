"""The drawing of the work of the first and the last rank."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import context_work


def test_bars_of_as_many_ranks_have_one_scale():
    lines = ["2 ranks, contiguous: first 10, last 40 pairs, all steps take 1.50 shares", "2 ranks, zigzag: first 20, last 20 pairs, all steps take 1.00 shares"]  # fmt: skip
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    canvas = context_work.draw({"context-parallel/zigzag_levels_the_work.py": record})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("2", "2 zigzag")
    assert html.count('width="200"') == 2
    assert html.count('width="400"') == 1
