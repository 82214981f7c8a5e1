"""The bandwidth of copies over their size, a panel for each profile on record."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.chart import Chart, Limit
from lockstep.record import Record
from lockstep.svg import Canvas


def draw(records: Mapping[str, Record]) -> Canvas:
    """One step. Within a GPU each byte is read and written, so a copy gets half of the bandwidth of the memory."""
    limits = [Limit("PCIe, one direction", "PCIe"), Limit("half of the memory's", "memory", 0.5)]
    return Chart("GB/s", "copied, KiB", limits).curves(records)
