"""Whole tensors, gathered by all ranks, are written by rank 0.

$ torchrun --nproc-per-node 2 snippets/errors/full_tensors_are_given_to_safetensors.py
"""
import torch
import torch.distributed as dist
from safetensors.torch import load_file, save_file
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (2,))
torch.manual_seed(0)
whole = torch.nn.Linear(4, 2)

# region save
model = torch.nn.Linear(4, 2)
model.load_state_dict(whole.state_dict())
fully_shard(model, mesh=mesh)

state = model.state_dict()
options = StateDictOptions(full_state_dict=True, cpu_offload=True)
state = get_model_state_dict(model, options=options)  # key line -> RuntimeError: Attempted to access the data pointer
if dist.get_rank() == 0:
    save_file(state, "model.safetensors")
# endregion
    read = load_file("model.safetensors")
    print("written:", {name: tuple(value.shape) for name, value in read.items()})
    assert torch.equal(read["weight"], whole.weight)

dist.destroy_process_group()
