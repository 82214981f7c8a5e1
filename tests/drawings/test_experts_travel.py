"""The drawing of rows that travel to their experts."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import experts_travel


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_each_row_goes_to_the_lane_of_its_expert():
    ranks = ["rank 0: sends [1, 2], gets [1, 0], holds 8 B", "rank 1: sends [0, 3], gets [2, 3], holds 8 B"]
    canvas = experts_travel.draw({"experts/tokens_travel_to_their_experts.py": record(*([line] for line in ranks))})
    html = canvas.svg("", 1)
    assert html.count("<rect") == 6
    assert ">1 rows</text>" in html  # expert 0 gets one
    assert ">5 rows</text>" in html  # expert 1 gets five
    assert "--m2:translate(-19px,44px)" in html  # the first row for expert 1 moves to its lane
    assert "--m4:translate(0px,0px)" in html
