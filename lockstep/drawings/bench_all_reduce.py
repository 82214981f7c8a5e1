"""The bus bandwidth of an all-reduce over the size of the message, a panel for each profile on record."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.chart import Chart, Limit
from lockstep.record import Record
from lockstep.svg import Canvas


def draw(records: Mapping[str, Record]) -> Canvas:
    """One step. Of a GPU also what its NVLink carries in one direction."""
    limits = [Limit("NVLink, one direction", "NVLink")]
    return Chart("GB/s", "message, KiB", limits, gpus=2).curves(records)
