"""The drawing of what each rank holds under four placements."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import placements_held


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_each_number_stands_in_its_place_of_the_whole():
    lines = [f"rank {rank}: Shard(0) {[list(range(4 * rank, 4 * rank + 4))]}" for rank in range(4)]
    name = "placements/placements_say_what_each_rank_holds.py"
    html = placements_held.draw({name: record(*([line] for line in lines))}).svg("", 1)
    assert all(html.count(f">{number}</text>") == 1 for number in range(16))
    assert 'x="321" y="115" width="20" height="20" rx="2"/><text x="331"' in html  # 12, the first of row 3, on rank 3


def test_a_term_of_a_partial_has_quiet_zeros():
    lines = [f"rank {rank}: Partial() {[[9 if at == rank else 0 for at in range(4)]] * 4}" for rank in range(4)]
    name = "placements/placements_say_what_each_rank_holds.py"
    html = placements_held.draw({name: record(*([line] for line in lines))}).svg("", 1)
    assert html.count(">0</text>") == 4 * 12
    assert html.count(">9</text>") == 4 * 4
