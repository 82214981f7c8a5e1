"""A batch skipped on rank 1 alone shows at the end of the epoch, where rank 0 waits in backward for a partner.

$ torchrun --nproc-per-node 2 snippets/errors/one_skip_leaves_the_other_rank_waiting.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   '''(waits("loss.backward()", rank=0) and waits("dist.barrier()", rank=1) and says("step 1", rank=0)
#      and not says("step 1", rank=1))''',
# ]
# timeout = 5
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
batches = [[1.0, 10.0, 100.0], [1.0, float("nan"), 100.0]][rank]

# region train
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))
for step, sample in enumerate(batches):
    model.zero_grad()
    loss = model(torch.tensor([[sample]])).mean()
    if not torch.isfinite(loss):
        continue  # key line
    loss.backward()
    gradient = model.module.weight.grad.item()
    print(f"rank {rank}: step {step}, gradient {gradient}")
dist.barrier()
# endregion

dist.destroy_process_group()
