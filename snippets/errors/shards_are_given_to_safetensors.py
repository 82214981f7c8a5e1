"""A sharded weight has no memory of its own to write, so safetensors stops.

$ torchrun --nproc-per-node 2 snippets/errors/shards_are_given_to_safetensors.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Attempted to access the data pointer on an invalid python storage."
# asserts = ['raises("RuntimeError: Attempted to access the data pointer", at="save_file(")']
# ///
import torch
import torch.distributed as dist
from safetensors.torch import save_file
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (2,))

# region save
model = torch.nn.Linear(4, 2)
fully_shard(model, mesh=mesh)  # key line
state = model.state_dict()
save_file(state, f"rank-{dist.get_rank()}.safetensors")
# endregion

dist.destroy_process_group()
