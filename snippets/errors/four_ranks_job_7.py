"""A collective that one rank calls for its log meets the next collective of the others.

$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_7.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Detected mismatch between collectives on ranks"
# asserts = [
#   'raises("RuntimeError: but Rank 1 is running", rank=0, at="dist.all_reduce(total)") and first() == 0',
#   '''(raises("RuntimeError: but Rank 0 is running", rank=1, at="weight.grad")
#      and raises("RuntimeError: but Rank 0 is running", rank=2, at="weight.grad")
#      and raises("RuntimeError: but Rank 0 is running", rank=3, at="weight.grad"))''',
# ]
# volatile = ["Detected mismatch between collectives"]
# timeout = 150
# log = true
# ///
import torch
import torch.distributed as dist
from _order import ends_first

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
ends_first(0, after=[1, 2, 3])  # so that each of them has printed its traceback
weight = torch.ones(4, requires_grad=True)

# region train
for step in range(3):
    loss = (weight * (rank + step)).sum()
    loss.backward()
    dist.all_reduce(weight.grad)
    if rank == 0 and step == 1:  # one line of log every two steps
        total = loss.detach().reshape(1)
        dist.all_reduce(total)  # key line
        print(f"rank 0: step {step}, mean loss {total.item() / world_size}")
    weight.grad = None
# endregion

dist.destroy_process_group()
