"""The drawing of bytes of dispatch, combine and experts."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import experts_bytes


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_bytes_stand_beside_their_bars():
    lines = ["ranks   dispatch B", "    2 REAL            2048      1024       4096"]
    html = experts_bytes.draw({"experts/bytes_of_dispatch_by_ranks.py": record(lines)}).svg("", 1)
    assert "holds of experts: 4096 B" in html
    assert "sends in the dispatch: 2048 B" in html
    assert "sends in the combine: 1024 B" in html
