"""Checkpointing each block adds a second forward and no all-gather: backward has gathered the block already.

$ torchrun --nproc-per-node 2 snippets/fsdp/checkpointed_blocks_gather_no_more.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode
from torch.utils.checkpoint import checkpoint

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


# region checkpoint
class Block(torch.nn.Linear):
    forwards = 0

    def inner(self, x):
        Block.forwards += 1
        return super().forward(x).relu()

    def forward(self, x):
        return checkpoint(self.inner, x, use_reentrant=False)  # key line, else: return self.inner(x)


model = torch.nn.Sequential(*[Block(8, 8) for _ in range(3)])
for block in model:
    fully_shard(block, mesh=mesh)
fully_shard(model, mesh=mesh)
with CommDebugMode() as calls:
    model(torch.ones(1, 8)).sum().backward()
gathers, scatters = calls.get_comm_counts().values()
print(f"{Block.forwards} forwards of blocks, {gathers} all-gathers, {scatters} reduce-scatters")
# endregion

assert gathers == 6  # shows: none-whole-already
assert Block.forwards == 6 and (gathers, scatters) == (6, 3)
dist.destroy_process_group()
