"""Twice the batch is twice the FLOPs of a step, and the same bytes in its all-reduce.

$ torchrun --nproc-per-node 2 snippets/batch-size/compute_grows_with_the_batch_and_traffic_does_not.py
"""
import copy

import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel
from torch.utils.flop_counter import FlopCounterMode

dist.init_process_group("gloo")
model = torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.Tanh(), torch.nn.Linear(256, 256))
model = DistributedDataParallel(model)

traffic = 0
def count(state, bucket):
    global traffic
    traffic += bucket.buffer().nbytes
    return allreduce_hook(state, bucket)
model.register_comm_hook(None, count)
flops, sent = [], []

# region step
batch = 16
for _ in range(3):
    traffic = 0
    with FlopCounterMode(display=False) as counter:
        model(torch.ones(batch, 256)).sum().backward()
    flops.append(counter.get_total_flops())
    sent.append(traffic)
    per_byte = flops[-1] / traffic
    print(f"batch {batch}: {flops[-1]:,} FLOPs, {traffic:,} B, {per_byte:.1f} FLOPs per byte")
    batch *= 2  # key line
# endregion

assert flops[1] == 2 * flops[0] and flops[2] == 4 * flops[0]
assert sent == [4 * 2 * (256 * 256 + 256)] * 3
epoch = [1024 // samples * traffic for samples, traffic in zip((16, 32, 64), sent)]  # bytes for 1,024 samples
assert epoch[0] == 2 * epoch[1] == 4 * epoch[2]  # shows: half-bytes
assert epoch[1] < 2 * epoch[0]  # refutes: twice-bytes
assert epoch[1] < epoch[0]  # refutes: bytes-before
for cap in (0.1, 25):  # MiB
    other, traffic = DistributedDataParallel(copy.deepcopy(model.module), bucket_cap_mb=cap), 0
    other.register_comm_hook(None, count)
    other(torch.ones(16, 256)).sum().backward()
    assert traffic == sent[0]  # refutes: depends-bucket-cap
dist.destroy_process_group()
