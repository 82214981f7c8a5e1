"""The drawing of a layer that is cut twice."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import placements_strided


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_rows_of_a_strided_shard_are_those_of_the_record():
    rows = [[0, 1], [4, 5], [2, 3], [6, 7]]
    lines = [f"rank {rank}: after tp rows [0, 1, 2, 3], then rows {rows[rank]}, ['_StridedShard', 'Shard']" for rank in range(4)]  # fmt: skip
    name = "placements/fsdp_over_tensor_parallel_leaves_strided_shards.py"
    html = placements_strided.draw({name: record(*([line] for line in lines))}).svg("", 1)
    assert "after fully_shard: _StridedShard, Shard" in html
    assert html.count('class="r1 ls-some s3"') == 2
    assert html.count(">row 5</text>") == 4 + 1  # whole on each rank, then on rank 1
