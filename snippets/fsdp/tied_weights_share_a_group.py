"""An embedding and a head with one weight go into one group: they stay one parameter, gathered once a forward.

$ torchrun --nproc-per-node 2 snippets/fsdp/tied_weights_share_a_group.py
"""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.body, self.head = nn.Embedding(8, 4), nn.Linear(4, 4), nn.Linear(4, 8, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, tokens):
        return self.head(self.body(self.embed(tokens)))


# region tied
model = Tied()
fully_shard(model.body, mesh=mesh)
fully_shard(
    [model.embed, model.head], mesh=mesh
)  # key line, else: fully_shard(model.embed, mesh=mesh) -> ValueError: Parameter 'embed.weight'
fully_shard(model, mesh=mesh)
with CommDebugMode() as calls:
    model(torch.tensor([3])).sum().backward()
gathers, scatters = calls.get_comm_counts().values()
print(f"one weight: {model.head.weight is model.embed.weight}; {gathers} all-gathers, {scatters} reduce-scatters")
# endregion

assert model.head.weight is model.embed.weight
assert (gathers, scatters) == (4, 2)  # two groups, each gathered for forward and for backward
assert len(list(model.parameters())) == 3
assert model._get_fsdp_state()._fsdp_param_group is None  # shows: none-nothing-gathered
dist.destroy_process_group()
