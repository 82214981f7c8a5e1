"""The drawing of micro-batches and what is kept for backward."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import micro_batches


def test_what_is_kept_shrinks_as_was_printed():
    lines = ("1 x 8 samples: at most 1,000 B kept for backward", "4 x 2 samples: at most 250 B kept for backward")
    name = "batch-size/accumulation_keeps_one_micro_batch_of_activations.py"
    canvas = micro_batches.draw({name: SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1", "4")
    assert "a forward sees 2" in html
    assert html.count('width="100"') == 5  # four pieces, and the bar of a quarter
