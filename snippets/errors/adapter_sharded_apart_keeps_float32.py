"""An adapter that is sharded by its own call may have another dtype than the rest.

$ torchrun --nproc-per-node 2 snippets/errors/adapter_sharded_apart_keeps_float32.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model.base.weight.requires_grad_(False)"
# stays = "Here it changes nothing: the trained bias alone decides. The line is that of the broken program."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
x = torch.ones(1, 4, dtype=torch.bfloat16)


class Adapted(torch.nn.Module):
    def __init__(self, base):
        super().__init__()
        self.base = base
        self.adapter = torch.nn.Sequential(torch.nn.Linear(4, 2, bias=False), torch.nn.Linear(2, 4, bias=False))

    def forward(self, x):
        return self.base(x) + self.adapter(x.to(self.adapter[0].weight.dtype)).to(x.dtype)


torch.manual_seed(0)
whole = Adapted(torch.nn.Linear(4, 4).bfloat16())
torch.manual_seed(0)
# region shard
model = Adapted(torch.nn.Linear(4, 4).bfloat16())
model.base.weight.requires_grad_(False)
fully_shard(model.adapter, mesh=mesh)  # key line, else: model.adapter.bfloat16()
fully_shard(model, mesh=mesh)
output = model(x)
output.sum().backward()
dtypes = model.adapter[0].weight.grad.dtype, model.base.bias.grad.dtype
print("gradients:", *dtypes)
# endregion

whole(x).sum().backward()
assert dtypes == (torch.float32, torch.bfloat16)
for ours, theirs in ((model.adapter[0].weight, whole.adapter[0].weight), (model.base.bias, whole.base.bias)):
    torch.testing.assert_close(ours.grad.full_tensor(), theirs.grad)
dist.destroy_process_group()
