"""The bandwidth of the two parts of a save over its size, a panel for each profile on record."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.chart import Chart, Limit
from lockstep.record import Record
from lockstep.svg import Canvas


def draw(records: Mapping[str, Record]) -> Canvas:
    """One step. From a GPU the copy goes over PCIe."""
    return Chart("GB/s", "weights and moments, MB", [Limit("PCIe, one direction", "PCIe")]).curves(records)
