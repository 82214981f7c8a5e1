"""The drawing of the peak by the number of ranks."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import fsdp_peak


def _canvas(*lines):
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    return fsdp_peak.draw({"fsdp/peak_is_shards_and_four_groups.py": record})


def test_shards_shrink_and_what_is_whole_does_not():
    canvas = _canvas(
        "4 ranks: peak 9.0 layers = 5.0 of shards + 4.0 whole", "8 ranks: peak 6.5 layers = 2.5 of shards + 4.0 whole"
    )
    html = canvas.svg("", 1)
    assert canvas.parameter == ("4", "8")
    assert "a copy on each rank (DDP): 20 layers, computed" in html
    assert html.count('width="80"') == 2  # 4 of 20 layers, of 400 units
    assert 'width="100"' in html
    assert 'width="50"' in html
