"""One rank finds that its shard fits and trains, the other gives up: the first waits for ever, and nothing is raised.

$ torchrun --nproc-per-node 2 snippets/large-models/ranks_that_decide_alone_hang.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   '''(says("does not fit", rank=0) and says("60 B, fits", rank=1) and waits("dist.barrier()", rank=0)
#      and waits(".backward()", rank=1))''',
#   'not complains("Traceback") and waits(rank=1)',
# ]
# timeout = 4
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = fully_shard(torch.nn.Linear(5, 7, bias=False), mesh=mesh)

# region decide
budget = 70  # B of weights on each rank
mine = model.weight.to_local().nbytes  # 4 rows on rank 0, 3 on rank 1
print(f"rank {rank}: {mine} B, {'fits' if mine <= budget else 'does not fit'}", flush=True)
if mine <= budget:  # key line, else: if False:
    model(torch.ones(1, 5)).sum().backward()
    print(f"rank {rank}: trained to the end")
dist.barrier()
# endregion

dist.destroy_process_group()
