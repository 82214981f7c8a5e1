"""The drawings of rounds: sums that double, and a value that spreads."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import collectives_rounds


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_a_rank_has_its_sum_after_each_round():
    lines = [[f"rank {rank}: round 1 with rank {rank ^ 1}, sum 3.0", f"rank {rank}: round 2 with rank {rank ^ 2}, sum 10.0"]
             for rank in range(4)]  # fmt: skip
    canvas = collectives_rounds.doubling({"collectives/doubling_takes_two_rounds_for_four_ranks.py": record(*lines)})
    html = canvas.svg("", 1)
    assert canvas.steps == 3
    assert html.count(">10.0</text>") == html.count(">3.0</text>") - 1 == 4  # rank 2 also brought 3.0


def test_a_value_comes_to_all_ranks():
    lines = [], ["rank 1: 7.0 from rank 0"], ["rank 2: 7.0 from rank 0"], ["rank 3: 7.0 from rank 1"]
    canvas = collectives_rounds.tree({"collectives/tree_broadcast_doubles_who_has_it.py": record(*lines)})
    assert canvas.svg("", 1).count(">7.0</text>") == 1 + 3 + 3
