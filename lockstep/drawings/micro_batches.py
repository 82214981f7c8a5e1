"""A batch cut into micro-batches: how many samples a forward sees, and what is kept for backward at most."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LEFT, _WIDE = 8, 400


def draw(records: Mapping[str, Record]) -> Canvas:
    """A step for each number of micro-batches that was run."""
    lines = records["batch-size/accumulation_keeps_one_micro_batch_of_activations.py"].ranks[0].stdout
    found = re.findall(r"(\d+) x (\d+) samples: at most ([\d,]+) B", "\n".join(lines))
    peaks = {int(pieces): (int(samples), int(peak.replace(",", ""))) for pieces, samples, peak in found}
    most = max(peak for _, peak in peaks.values())
    canvas = Canvas(_WIDE + 16, 148, parameter=peaks)
    canvas.text(_LEFT, 16, f"{int(found[0][0]) * int(found[0][1])} samples of one optimizer step")
    canvas.text(_LEFT, 92, "kept for backward at most")
    canvas.box(_LEFT, 100, _WIDE, 26, "", "quiet dash", radius=2)
    for step, (pieces, (samples, peak)) in enumerate(peaks.items(), 1):
        wide = _WIDE / pieces
        for piece in range(pieces):
            canvas.box(_LEFT + wide * piece, 24, wide, 26, "", "r0" if piece else "hot", on=[step], radius=2)
        canvas.text(_LEFT, 68, f"a forward sees {samples}", "quiet", on=[step])
        canvas.box(_LEFT, 100, _WIDE * peak / most, 26, "", "hot full", on=[step], radius=2)
        canvas.text(_LEFT, 144, f"{peak:,} B", on=[step])
    return canvas
