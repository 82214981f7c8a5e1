"""The drawing of heads by rank."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tensor_heads


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_heads_are_colored_by_rank():
    lines = ["ranks           query heads", "    2 REAL                4         1     5376    4096", "    1 SIMULATED           8         2    10752       0"]  # fmt: skip
    canvas = tensor_heads.draw({"tensor-parallel/shares_by_number_of_ranks.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1", "2")
    assert html.count('class="r1 ls-some s2"') == 2  # a part of the query heads and of the key heads
    assert "a rank: 4 query heads, 1 key heads" in html


def test_half_a_head_has_two_colors():
    lines = ["    4 SIMULATED           2       0.5     2688       0"]
    html = tensor_heads.draw({"tensor-parallel/shares_by_number_of_ranks.py": record(lines)}).svg("", 1)
    assert "0.5 key heads" in html
    assert html.count(">1</text>") == 2  # query head 1 and key head 1
