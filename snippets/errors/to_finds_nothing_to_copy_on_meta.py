"""Module.to copies values, and a model on the device meta has none.

$ torchrun --nproc-per-node 2 snippets/errors/to_finds_nothing_to_copy_on_meta.py
"""
# /// script
# [tool.lockstep]
# expect = "NotImplementedError: Cannot copy out of meta tensor; no data!"
# asserts = ['raises("NotImplementedError: Cannot copy", at="model.to(") and not says("output:")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region build
with torch.device("meta"):  # key line, else: with torch.device("cpu"):
    model = torch.nn.Linear(4, 2)
fully_shard(model, mesh=mesh)
model.to("cpu")  # on GPUs: model.to("cuda")
output = model(torch.ones(1, 4))
print("output:", tuple(output.shape))
# endregion

dist.destroy_process_group()
