"""Charts of the benchmarks: one step, and a panel for each profile on record."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.drawings.chart import Chart, Limit
from lockstep.record.record import Record

_PCIE = Limit("PCIe, one direction", "PCIe")


def all_reduce(records: Mapping[str, Record]) -> Canvas:
    """The bus bandwidth of an all-reduce over the size of the message; of a GPU also what NVLink carries one way."""
    return Chart("GB/s", "message, KiB", [Limit("NVLink, one direction", "NVLink")], gpus=2).curves(records)


def batch_size(records: Mapping[str, Record]) -> Canvas:
    """Samples a second over the batch size."""
    return Chart("thousand samples/s", "samples in a step").curves(records)


def checkpointing(records: Mapping[str, Record]) -> Canvas:
    """The time of a step and the bytes kept for it, plain and with checkpoints."""
    return Chart("ms").bars(records)


def compiled(records: Mapping[str, Record]) -> Canvas:
    """The time of a call without and with torch.compile."""
    return Chart("ms").bars(records)


def copies(records: Mapping[str, Record]) -> Canvas:
    """The bandwidth of copies over their size.

    Within a GPU each byte is read and written, so a copy gets half of the bandwidth of the memory.
    """
    return Chart("GB/s", "copied, KiB", [_PCIE, Limit("half of the memory's", "memory", 0.5)]).curves(records)


def matmul(records: Mapping[str, Record]) -> Canvas:
    """The rate of a product of matrices in bf16 over their size; of a GPU also the peak of its data sheet."""
    return Chart("TFLOP/s", "rows and columns", [Limit("peak, dense bf16", "bf16")]).curves(records)


def save(records: Mapping[str, Record]) -> Canvas:
    """The bandwidth of the two parts of a save over its size; from a GPU the copy goes over PCIe."""
    return Chart("GB/s", "weights and moments, MB", [_PCIE]).curves(records)
