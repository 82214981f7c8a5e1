"""The drawings of placements: what ranks hold, products, meshes, strided shards, bytes."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import (
    placements_bytes,
    placements_held,
    placements_mesh,
    placements_product,
    placements_strided,
)


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


def test_a_step_for_each_product_with_what_is_sent():
    lines = ["Shard(1) @ Shard(0) = Partial: local 0 B", "Shard(0) @ Shard(0) = Shard(0): all_gather 768 B"]
    canvas = placements_product.draw({"placements/matmul_places_its_result.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1·0", "0·0")
    assert "nothing is sent" in html
    assert "first an all_gather, 768 B from each rank" in html
    assert html.count('width="74" height="74"') == 4  # the pile of a Partial


def test_groups_of_rank_0_are_colored_by_shape():
    lines = ["SIMULATED 8 x 2: dp [0, 2, 4, 6, 8, 10, 12, 14], tp [0, 1]"]
    canvas = placements_mesh.draw({"placements/mesh_shapes_move_the_groups.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("8 x 2",)
    assert html.count('class="r1 ls-some s1"') == 7
    assert html.count('class="r0 ls-some s1"') == 1
    assert "in tp: 2 ranks" in html


def test_rows_of_a_strided_shard_are_those_of_the_record():
    rows = [[0, 1], [4, 5], [2, 3], [6, 7]]
    lines = [f"rank {rank}: after tp rows [0, 1, 2, 3], then rows {rows[rank]}, ['_StridedShard', 'Shard']" for rank in range(4)]  # fmt: skip
    name = "placements/fsdp_over_tensor_parallel_leaves_strided_shards.py"
    html = placements_strided.draw({name: record(*([line] for line in lines))}).svg("", 1)
    assert "after fully_shard: _StridedShard, Shard" in html
    assert html.count('class="r1 ls-some s3"') == 2
    assert html.count(">row 5</text>") == 4 + 1  # whole on each rank, then on rank 1


def test_bars_grow_with_the_share_of_the_tensor():
    lines = ["ranks           all_gather", "    4 REAL         0.7500         0.7500     1.5000", "    2 SIMULATED    0.5000         0.5000     1.0000"]  # fmt: skip
    canvas = placements_bytes.draw({"placements/bytes_of_a_pair_at_any_number_of_ranks.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("2", "4")
    assert "Partial to Replicate, all_reduce: 1.5" in html
    assert 'width="285"' in html
