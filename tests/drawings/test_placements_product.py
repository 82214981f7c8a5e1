"""The drawing of nine products."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import placements_product


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_a_step_for_each_product_with_what_is_sent():
    lines = ["Shard(1) @ Shard(0) = Partial: local 0 B", "Shard(0) @ Shard(0) = Shard(0): all_gather 768 B"]
    canvas = placements_product.draw({"placements/matmul_places_its_result.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1·0", "0·0")
    assert "nothing is sent" in html
    assert "first an all_gather, 768 B from each rank" in html
    assert html.count('width="74" height="74"') == 4  # the pile of a Partial
