"""With no_sync around all but the last micro-batch, four backwards cost one all-reduce.

$ torchrun --nproc-per-node 2 snippets/batch-size/no_sync_needs_one_all_reduce_for_four_backwards.py
"""
import contextlib

import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(16, 3)  # 2 ranks, 4 micro-batches of 2
model = DistributedDataParallel(torch.nn.Linear(3, 1, bias=False))
expected = full.mean(0, keepdim=True)  # gradient of the mean output over all 16

all_reduces = []
def count(state, bucket):
    all_reduces.append(bucket.index())
    return allreduce_hook(state, bucket)
model.register_comm_hook(None, count)

# region accumulate
micro_batches = full.chunk(world_size)[rank].chunk(4)
for number, micro_batch in enumerate(micro_batches, 1):
    with model.no_sync() if number < 4 else contextlib.nullcontext():  # key line
        loss = model(micro_batch).mean() / 4
        loss.backward()
print(f"{len(micro_batches)} backwards, {len(all_reduces)} all-reduce")
# endregion

torch.testing.assert_close(model.module.weight.grad, expected)
assert len(all_reduces) == 1
dist.destroy_process_group()
