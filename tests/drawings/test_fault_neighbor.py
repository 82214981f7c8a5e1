"""The drawing of shards and their copies on the next rank."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from lockstep.drawings import fault_neighbor

ROOT = Path(__file__).resolve().parents[2]


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_the_copy_of_the_lost_shard_is_handed_over():
    ranks = [[f"rank {rank}: shard 9.{rank}, copy of rank {(rank - 1) % 4}: 9.{(rank - 1) % 4}"] for rank in range(4)]
    html = fault_neighbor.draw({"fault-tolerance/neighbor_keeps_a_copy_of_the_shard.py": record(*ranks)}).svg("", 1)
    assert "shard 3" in html
    assert "copy of 3" in html
    assert html.count("lost") == 1
    assert html.count("marker-end") == 1


def test_the_program_loses_the_rank_that_is_drawn_as_lost():
    code = (ROOT / "snippets/fault-tolerance/neighbor_keeps_a_copy_of_the_shard.py").read_text()
    assert f"if rank == {fault_neighbor._LOST}:\n            shard, copy = torch.zeros(2)" in code
