"""With fully_shard on 4 ranks three blocks train like one process, and each rank keeps a quarter of the weights.

$ torchrun --nproc-per-node 4 snippets/fsdp/sharded_blocks_train_like_ddp.py
"""

# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Every parameter is in a block here. In a model with embeddings or a last norm the root group has them."
# ///
import copy

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, fully_shard
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, targets = torch.randn(32, 64), torch.randn(32, 64)
share = slice(rank * 32 // world_size, (rank + 1) * 32 // world_size)
alone = torch.nn.Sequential(*[torch.nn.Linear(64, 64) for _ in range(3)])

# region train
model = copy.deepcopy(alone)
mesh = init_device_mesh("cpu", (world_size,))
for block in model:
    fully_shard(block, mesh=mesh)  # key line, else: pass
fully_shard(model, mesh=mesh)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for _ in range(5):
    loss = mse_loss(model(inputs[share]), targets[share])
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    optimizer.step()
    optimizer.zero_grad()
held = sum(p.to_local().nbytes for p in model.parameters())
print(f"weights here: {held:,} B")
# endregion

reference = torch.optim.AdamW(alone.parameters(), lr=1e-3)
for _ in range(5):
    mse_loss(alone(inputs), targets).backward()
    torch.nn.utils.clip_grad_norm_(alone.parameters(), 0.1)
    reference.step()
    reference.zero_grad()
pairs = [(ours.full_tensor(), theirs) for ours, theirs in zip(model.parameters(), alone.parameters(), strict=True)]
assert all(torch.allclose(ours, theirs, atol=1e-5) for ours, theirs in pairs)  # refutes: weights-steps
assert held * world_size == sum(p.nbytes for p in alone.parameters())  # refutes: bytes-gpu-holds
assert all(isinstance(block, FSDPModule) for block in model)  # each block is a group of its own
dist.destroy_process_group()
