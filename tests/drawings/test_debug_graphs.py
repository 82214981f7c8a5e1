"""The drawing of what a sum of losses keeps."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import debug_graphs


def test_a_box_for_each_batch_that_is_kept():
    lines = [f"{n} batches: sum of tensors keeps {n * 2048:,} B, of numbers 0 B" for n in (1, 2)]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    canvas = debug_graphs.draw({"debug/summed_losses_keep_every_graph.py": record})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1", "2")
    assert html.count("<rect") == 3
    assert "total += loss: 4 KiB kept" in html
