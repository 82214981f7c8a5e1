"""fully_shard refuses a group whose trained parameters differ in dtype, as fp32 adapters on a bf16 layer do.

$ torchrun --nproc-per-node 2 snippets/errors/adapter_and_base_differ_in_dtype.py
"""
# /// script
# [tool.lockstep]
# expect = "AssertionError: FSDP expects uniform original parameter dtype but got"
# volatile = ["FSDP expects uniform original parameter dtype"]
# asserts = ['raises("AssertionError: FSDP expects uniform", at="output = model(x)") and not says("output:")']
#
# [[tool.lockstep.what-if]]
# line = "model.base.weight.requires_grad_(False)"
# label = "The bias of the base is frozen too"
# becomes = "model.base.requires_grad_(False)"
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


# region shard
model = Adapted(torch.nn.Linear(4, 4).bfloat16())  # the adapter is in float32
model.base.weight.requires_grad_(False)  # its bias is trained
fully_shard(model, mesh=mesh)  # key line
output = model(x)
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
