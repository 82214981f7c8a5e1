"""Charts of the benchmarks: each has one step, and a panel for each profile on record."""

from __future__ import annotations

from collections.abc import Mapping

from lockstep.drawings.canvas import Canvas
from lockstep.drawings.chart import Chart, Limit
from lockstep.record.record import Record

_PCIE = Limit("PCIe, one direction", "PCIe")


def all_reduce(records: Mapping[str, Record]) -> Canvas:
    """The bus bandwidth of an all-reduce over the size of the message; for GPUs also the limit of NVLink."""
    return Chart("GB/s", "message, KiB", [Limit("NVLink, one direction", "NVLink")], gpus=2).curves(records)


def batch_size(records: Mapping[str, Record]) -> Canvas:
    """Samples per second over the batch size."""
    return Chart("thousand samples/s", "samples in a step").curves(records)


def checkpointing(records: Mapping[str, Record]) -> Canvas:
    """The time of a step and the bytes kept for backward, without and with activation checkpointing."""
    return Chart("ms").bars(records)


def compiled(records: Mapping[str, Record]) -> Canvas:
    """The time of a call without and with torch.compile."""
    return Chart("ms").bars(records)


def copies(records: Mapping[str, Record]) -> Canvas:
    """The bandwidth of copies over their size.

    A copy within a GPU reads and writes each byte, so it gets half of the bandwidth of the memory.
    """
    return Chart("GB/s", "copied, KiB", [_PCIE, Limit("half of the memory's", "memory", 0.5)]).curves(records)


def matmul(records: Mapping[str, Record]) -> Canvas:
    """The rate of a matrix product in bf16 over the size of the matrices; for GPUs also the peak of the data sheet."""
    return Chart("TFLOP/s", "rows and columns", [Limit("peak, dense bf16", "bf16")]).curves(records)


def save(records: Mapping[str, Record]) -> Canvas:
    """The bandwidth of the two parts of a save over its size. From a GPU, the copy goes over PCIe."""
    return Chart("GB/s", "weights and moments, MB", [_PCIE]).curves(records)
