"""The rate of a product of matrices in bf16 over their size, a panel for each profile on record."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.chart import Chart, Limit
from lockstep.record import Record
from lockstep.svg import Canvas


def draw(records: Mapping[str, Record]) -> Canvas:
    """One step. Of a GPU also the peak of its data sheet for dense matrices."""
    return Chart("TFLOP/s", "rows and columns", [Limit("peak, dense bf16", "bf16")]).curves(records)
