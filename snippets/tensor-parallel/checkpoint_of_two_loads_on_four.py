"""A checkpoint that tensor parallel over 2 ranks wrote is read over 4: names and shapes are those of one process.

$ torchrun --nproc-per-node 4 snippets/tensor-parallel/checkpoint_of_two_loads_on_four.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "set_model_state_dict(four, state)"
# stays = "The load has filled the parameters themselves. A state dict of copies would need it."
# ///
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch import nn
from torch.distributed.checkpoint.state_dict import get_model_state_dict, set_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank = dist.get_rank()
plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}


def model(seed, mesh):
    torch.manual_seed(seed)
    return parallelize_module(nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4)), mesh, plan)


# region save
two = model(0, init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))["tp"])
dcp.save(get_model_state_dict(two), checkpoint_id="weights")

four = model(1, init_device_mesh("cpu", (4,)))
state = get_model_state_dict(four)  # where to put the numbers
dcp.load(state, checkpoint_id="weights")  # key line, else: pass
set_model_state_dict(four, state)
held = [tuple(tp[0].weight.to_local().shape) for tp in (two, four)]
print(f"a rank holds {held[0]}, then {held[1]}, of {tuple(four[0].weight.shape)}; names {list(state)[:2]}")
# endregion

for before, after in zip(two.parameters(), four.parameters(), strict=True):
    assert torch.equal(before.full_tensor(), after.full_tensor())  # shows: numbers-the-same
assert held == [(4, 4), (2, 4)]  # shows: other-size-of-part
plain = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4)).state_dict()
assert {name: weight.shape for name, weight in state.items()} == {name: weight.shape for name, weight in plain.items()}
dist.destroy_process_group()
