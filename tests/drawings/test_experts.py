"""The drawings of experts: rows that travel, capacity, bias, bytes and a mesh."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import experts_bias, experts_bytes, experts_capacity, experts_mesh, experts_travel


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


def test_what_finds_no_room_is_marked():
    lines = ["factor 1.0: capacity 2, drops 1 of 4 [3], 1 rows empty", "tokens of each expert [3, 1]"]
    canvas = experts_capacity.draw({"experts/capacity_drops_the_late_tokens.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1.0",)
    assert html.count('class="hot full') == 1
    assert html.count('class="quiet dash') == 1
    assert "capacity 2: 1 of 4 dropped, 1 rows empty" in html


def test_bars_of_the_load_have_one_scale():
    lines = ["step 0: tokens of each expert [260, 130], bias [-0.01, 0.01]", "step 5: tokens of each expert [130, 260], bias [-0.1, 0.1]"]  # fmt: skip
    html = experts_bias.draw({"experts/a_bias_balances_without_a_loss.py": record(lines)}).svg("", 1)
    assert html.count('width="260"') == html.count('width="130"') == 2
    assert ">-0.01</text>" in html
    assert ">+0.1</text>" in html


def test_bytes_stand_beside_their_bars():
    lines = ["ranks   dispatch B", "    2 REAL            2048      1024       4096"]
    html = experts_bytes.draw({"experts/bytes_of_dispatch_by_ranks.py": record(lines)}).svg("", 1)
    assert "holds of experts: 4096 B" in html
    assert "sends in the dispatch: 2048 B" in html
    assert "sends in the combine: 1024 B" in html


def test_ranks_of_one_part_have_one_color():
    ranks = [f"rank {rank}: part {rank % 2} of the experts, as ranks [{rank % 2}, {rank % 2 + 2}]; gradient 0.1" for rank in range(4)]  # fmt: skip
    canvas = experts_mesh.draw({"experts/experts_over_ep_and_copies_over_dp.py": record(*([line] for line in ranks))})
    html = canvas.svg("", 1)
    assert html.count('class="r0"') == html.count('class="r1"') == 2
    assert html.count(">experts 2, 3</text>") == 2
