"""With adapters beside frozen layers Adam keeps moments for 48 of 304 numbers; what is gathered stays the same.

$ torchrun --nproc-per-node 2 snippets/fsdp/frozen_layers_send_no_gradients.py
"""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.base = nn.Linear(16, 8, bias=False)
        self.down, self.up = nn.Linear(16, 1, bias=False), nn.Linear(1, 8, bias=False)

    def forward(self, x):
        return (self.base(x) + self.up(self.down(x))).repeat(1, 2)


# region lora
model = nn.Sequential(Block(), Block())
for block in model:
    block.base.requires_grad_(False)  # key line
    fully_shard(block, mesh=mesh)
fully_shard(model, mesh=mesh)
trained = [p for p in model.parameters() if p.requires_grad]
optimizer = torch.optim.AdamW(trained)
with CommDebugMode() as calls:
    model(torch.ones(1, 16)).sum().backward()
optimizer.step()
gathers, scatters = calls.get_comm_counts().values()
moments = sum(state["exp_avg"].numel() for state in optimizer.state.values())
everything = sum(p.numel() for p in model.parameters())
print(f"{gathers} all-gathers, {scatters} reduce-scatters; moments for {moments} of {everything} numbers")
# endregion

assert gathers == 2 * len(model)  # frozen or not  # shows: weights-gathered-forward
assert scatters == len(model)
assert moments == 2 * (16 + 8)  # shows: adapters-alone
assert everything == 2 * (16 * 8 + 16 + 8)
assert all(block.base.weight.grad is None for block in model)  # shows: frozen-no-gradient
dist.destroy_process_group()
