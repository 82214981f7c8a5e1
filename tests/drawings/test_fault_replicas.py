"""The drawing of replicas, of which one has a dead rank."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from lockstep.drawings import fault_replicas

ROOT = Path(__file__).resolve().parents[2]


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_all_ranks_of_the_replica_stand_still():
    lines = ["4 replicas of 1 ranks: 3 ranks go on", "2 replicas of 2 ranks: 2 ranks go on"]
    html = fault_replicas.draw({"fault-tolerance/one_dead_rank_stops_its_whole_replica.py": record(lines)}).svg("", 1)
    assert html.count('"dash"') == 1 + 2
    assert "3 go on" in html
    assert html.count("dead") == 2


def test_in_the_program_the_last_rank_dies_as_in_the_drawing():
    code = (ROOT / "snippets/fault-tolerance/one_dead_rank_stops_its_whole_replica.py").read_text()
    assert "--nproc-per-node 4 " in code
    assert "dead = 3\n" in code
