"""Four ranks in a mesh of dp and ep: who holds which experts, and over whom gradients are summed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

_LINE = re.compile(r"rank (\d+): part (\d+) of the experts, as ranks \[(\d+), (\d+)\]; gradient ([\d.]+)")
_WIDE, _HIGH = 150, 70


def draw(records: Mapping[str, Record]) -> Canvas:
    """The parts, the exchange of tokens within ep, the sum of experts over dp, and that of the router over all."""
    record = records["experts/experts_over_ep_and_copies_over_dp.py"]
    found = [_LINE.findall(rank.stdout[0])[0] for rank in record.ranks]
    canvas = Canvas(420, 232, steps=4)
    words = (
        "ep: two ranks hold all experts",
        "tokens travel within ep",
        "gradients of experts: a sum over dp",
        "gradients of the router: a sum over all",
    )
    for step, word in enumerate(words, 1):
        canvas.text(4, 16, word, on=[step])
    for rank, part, _, _, gradient in found:
        row, column = divmod(int(rank), 2)
        x, y = 30 + column * 220, 34 + row * 112
        canvas.box(x, y, _WIDE, _HIGH, "", f"r{part}", on=[])
        canvas.text(x + 10, y + 22, f"rank {rank}")
        canvas.text(x + 10, y + 42, f"experts {2 * int(part)}, {2 * int(part) + 1}")
        canvas.text(x + 10, y + 62, f"gradient {gradient}", on=[3, 4])
    for row in range(2):
        middle = 34 + row * 112 + _HIGH / 2
        canvas.arrow(184, middle - 8, 246, middle - 8, "ink", on=[2])
        canvas.arrow(246, middle + 8, 184, middle + 8, "ink", on=[2])
        canvas.line([(184, middle), (246, middle)], "ink", on=[4])
    for column in range(2):
        center = 30 + column * 220 + _WIDE / 2
        canvas.line([(center, 34 + _HIGH + 4), (center, 142)], "ink", on=[3, 4])
    return canvas
