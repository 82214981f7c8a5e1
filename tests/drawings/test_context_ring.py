"""The drawing of a ring of four ranks."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import context_ring


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_a_cell_is_filled_when_the_keys_arrive():
    lines = ["rank 0: positions 0 to 3, 64 B of keys and values, met [0, 1]", "rank 1: positions 4 to 7, 64 B of keys and values, met [1, 0]"]  # fmt: skip
    canvas = context_ring.draw({"context-parallel/ring_attends_as_one_process.py": record(*([line] for line in lines))})
    html = canvas.svg("", 1)
    assert canvas.steps == 2
    assert "queries 4-7" in html
    assert "each send: 64 B" in html
    assert html.count("quiet dash") == 1  # rank 0 has no work with the keys of rank 1
