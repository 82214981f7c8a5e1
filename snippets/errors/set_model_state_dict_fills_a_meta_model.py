"""set_model_state_dict gives a meta model memory and fills each rank's shards from a whole checkpoint.

$ torchrun --nproc-per-node 2 snippets/errors/set_model_state_dict_fills_a_meta_model.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = 'with torch.device("meta"):'
# stays = "Then the model has values from the start, and each rank has held all of it before it was cut."
#
# [[tool.lockstep.what-if]]
# line = "fully_shard(model, mesh=mesh)"
# stays = "Then nothing is sharded, and each rank holds the whole model."
# ///
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
torch.manual_seed(0)
whole = torch.nn.Linear(4, 2)
state = whole.state_dict()  # as from a file

# region build
with torch.device("meta"):
    model = torch.nn.Linear(4, 2)
fully_shard(model, mesh=mesh)
options = StateDictOptions(full_state_dict=True)
set_model_state_dict(model, state, options=options)  # key line -> RuntimeError: FSDP parameters should be materialized
output = model(torch.ones(1, 4))
print("as the whole model:", torch.equal(output, whole(torch.ones(1, 4))))
# endregion

assert torch.equal(output, whole(torch.ones(1, 4)))
dist.destroy_process_group()
