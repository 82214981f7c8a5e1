"""The drawing of the causal mask by rank."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import context_mask


def record(*ranks: str) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=[line]) for line in ranks])


def test_zigzag_gives_each_rank_the_same_pairs():
    work = record("rank 0: pairs in each step [3, 0], 3 in all", "rank 1: pairs in each step [3, 4], 7 in all")
    dealt = record("rank 0: positions [0, 3], 8 B its own", "rank 1: positions [1, 2], 8 B its own")
    html = context_mask.draw({"a": work, "b": dealt}).svg("", 1)
    assert "rank 0: 3<" in html
    assert "rank 1: 7<" in html
    assert html.count("rank 0: 5<") == html.count("rank 1: 5<") == 1
