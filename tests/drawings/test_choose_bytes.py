"""The drawing of what layouts send."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import choose_bytes


def test_a_dimension_of_one_rank_has_no_bar():
    lines = ["DDP 4         copies 800 B in 1 calls", "FSDP 2 x TP 2 shards 120 B in 14 calls, tp 155 B in 19 calls"]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    canvas = choose_bytes.draw({"choose/bytes_of_a_step_by_layout.py": record})
    assert canvas.parameter == ("DDP 4", "FSDP 2 x TP 2")
    assert "copies: 800 B, 1 calls" in canvas.written
    assert "pp: 0 B, no calls" in canvas.written
    assert canvas.svg("", 1).count("<rect") == 3
