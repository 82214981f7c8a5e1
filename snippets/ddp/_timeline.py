"""Reads the events of one training step out of the profiler's trace, on a clock that all ranks share."""

import torch
import torch.distributed as dist

NAMES = {
    "DistributedDataParallel.forward": "forward", "MmBackward0": "backward", "c10d::allreduce_": "send",
    "gloo:all_reduce": "all-reduce", "Optimizer.step#SGD.step": "optimizer",
}  # fmt: skip


def spans(trace):
    """Start and end of each event, in ms since the first rank started its forward, by kind and in order."""
    found = {kind: [] for kind in NAMES.values()}
    for event in sorted(trace.events(), key=lambda event: event.time_range.start):
        if event.name in NAMES:
            found[NAMES[event.name]].append((event.time_range.start / 1e3, event.time_range.end / 1e3))
    began = found["forward"][0][0]  # each rank counts from the start of its own trace
    zero = torch.tensor([trace.profiler.kineto_results.trace_start_ns() / 1e6 + began], dtype=torch.double)
    mine = zero.clone()
    dist.all_reduce(zero, dist.ReduceOp.MIN)
    shift = (mine - zero).item() - began
    return {kind: [(start + shift, end + shift) for start, end in pairs] for kind, pairs in found.items()}
