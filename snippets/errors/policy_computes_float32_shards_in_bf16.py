"""With all parameters in float32, a mixed precision policy computes in bfloat16, and every gradient is float32.

$ torchrun --nproc-per-node 2 snippets/errors/policy_computes_float32_shards_in_bf16.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model.base.weight.requires_grad_(False)"
# stays = "Here it changes nothing: the trained bias alone decides. The line is that of the broken program."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

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


# region shard
model = Adapted(torch.nn.Linear(4, 4).bfloat16())
model.base.weight.requires_grad_(False)
model.float()  # key line, else: model.bfloat16()
policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16)
fully_shard(model, mesh=mesh, mp_policy=policy)
output = model(x)
output.sum().backward()
dtypes = model.adapter[0].weight.grad.dtype, model.base.bias.grad.dtype
print("computed in", output.dtype, "with gradients in", *set(dtypes))
# endregion

assert output.dtype == torch.bfloat16
assert dtypes == (torch.float32, torch.float32)
dist.destroy_process_group()
