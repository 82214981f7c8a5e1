"""The drawings of tensor parallel: cuts, heads, sums of a block, times."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import tensor_block, tensor_cut, tensor_heads, tensor_time


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_the_output_and_the_slope_stand_on_both_ranks():
    line = "y -3.148, alone -3.148; slope 84.27, alone 84.27"
    html = tensor_cut.draw({"tensor-parallel/f_and_g_send_once_each.py": record([line], [line])}).svg("", 1)
    assert html.count(">y -3.148</text>") == 2
    assert html.count(">slope 84.27</text>") == 2


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


def test_a_step_for_each_sum_of_a_block():
    lines = ["input once: 2 + 2 all-reduces, 4096 B sent", "input three times: 2 + 4 all-reduces, 6144 B sent"]
    canvas = tensor_block.draw({"tensor-parallel/four_all_reduces_stand_in_a_block.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.steps == 5
    assert "forward: all-reduce 2 of 4, 1024 B from each rank" in html
    assert html.count(">g</text>") == html.count(">f</text>") == 2


def test_bars_have_one_scale():
    lines = ["NVLink 450 GB/s, 2 ranks: compute 20 ms, all-reduces 1 ms, share 5%", "network 50 GB/s, 2 ranks: compute 20 ms, all-reduces 10 ms, share 33%"]  # fmt: skip
    canvas = tensor_time.draw({"tensor-parallel/all_reduces_beside_compute.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("NVLink, 2 ranks", "network, 2 ranks")
    assert 'width="400"' in html
    assert 'width="20" height="20"' in html
    assert 'width="200"' in html
