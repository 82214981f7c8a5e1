"""The drawing of what a redistribute sends."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import placements_bytes


def record(*ranks: list[str]) -> SimpleNamespace:
    return SimpleNamespace(ranks=[SimpleNamespace(stdout=lines) for lines in ranks])


def test_bars_grow_with_the_share_of_the_tensor():
    lines = ["ranks           all_gather", "    4 RUN          0.7500         0.7500     1.5000", "    2 SIMULATED    0.5000         0.5000     1.0000"]  # fmt: skip
    canvas = placements_bytes.draw({"placements/bytes_of_a_pair_at_any_number_of_ranks.py": record(lines)})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("2", "4")
    assert "Partial to Replicate, all_reduce: 1.5" in html
    assert 'width="285"' in html
