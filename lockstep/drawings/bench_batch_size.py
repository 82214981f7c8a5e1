"""Samples a second over the batch size, a panel for each profile on record."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.chart import Chart
from lockstep.record import Record
from lockstep.svg import Canvas


def draw(records: Mapping[str, Record]) -> Canvas:
    """One step."""
    return Chart("thousand samples/s", "samples in a step").curves(records)
