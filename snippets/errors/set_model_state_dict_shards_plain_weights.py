"""set_model_state_dict cuts plain tensors into the shards of the model.

$ torchrun --nproc-per-node 2 snippets/errors/set_model_state_dict_shards_plain_weights.py
"""
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
torch.manual_seed(0)
whole = torch.nn.Linear(4, 4)
state = whole.state_dict()  # as from a file

# region load
model = fully_shard(torch.nn.Linear(4, 4), mesh=init_device_mesh("cpu", (2,)))
options = StateDictOptions(full_state_dict=True)
set_model_state_dict(model, state, options=options)  # key line
print("loaded:", torch.equal(model.weight.full_tensor(), whole.weight))
# endregion

assert torch.equal(model.weight.full_tensor(), whole.weight)
assert torch.equal(model.bias.full_tensor(), whole.bias)
dist.destroy_process_group()
