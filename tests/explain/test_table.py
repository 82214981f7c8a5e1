from __future__ import annotations

from lockstep.explain.table import aligned


def test_columns_are_as_wide_as_their_widest_cell():
    assert aligned([("a", "bb", ""), ("ccc", "d", "e")]) == "a    bb\nccc  d   e"
