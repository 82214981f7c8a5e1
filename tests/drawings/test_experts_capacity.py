"""The drawing of rows under a capacity."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import experts_capacity


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_what_finds_no_room_is_marked():
    lines = ["factor 1.0: capacity 2, drops 1 of 4 [3], 1 rows empty", "tokens of each expert [3, 1]"]
    canvas = experts_capacity.draw({"experts/capacity_drops_the_late_tokens.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1.0",)
    assert html.count('class="hot full') == 1
    assert html.count('class="quiet dash') == 1
    assert "capacity 2: 1 of 4 dropped, 1 rows empty" in html
