"""A sharded model and its AdamW state, saved on 4 ranks, load on 2 ranks with the same values.

$ torchrun --nproc-per-node 4 snippets/fsdp/optimizer_state_moves_to_two_ranks.py
"""

# /// script
# [[tool.lockstep.what-if]]
# line = "set_state_dict(model, optimizer, model_state_dict=state[\"model\"], optim_state_dict=state[\"optimizer\"])"
# stays = "dcp.load has filled these tensors in place. Other state, such as the step of a scheduler, needs this line."
# ///
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
four, two = DeviceMesh("cpu", [0, 1, 2, 3]), DeviceMesh("cpu", [0, 1])


def sharded(mesh):
    model = torch.nn.Linear(2, 8, bias=False)
    torch.nn.init.zeros_(model.weight)
    fully_shard(model, mesh=mesh)
    return model, torch.optim.AdamW(model.parameters(), lr=0.1)


model, optimizer = sharded(four)
model(torch.ones(1, 2)).sum().backward()
optimizer.step()
# region reshard
model_state, optimizer_state = get_state_dict(model, optimizer)
dcp.save({"model": model_state, "optimizer": optimizer_state}, checkpoint_id="step-1")
if rank < 2:
    model, optimizer = sharded(two)
    state = dict(zip(("model", "optimizer"), get_state_dict(model, optimizer), strict=True))
    dcp.load(state, checkpoint_id="step-1", process_group=two.get_group())  # key line
    set_state_dict(model, optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
moment = optimizer.state[model.weight]["exp_avg"].to_local()
print(f"rank {rank}: {len(moment)} rows, weight {model.weight.to_local()[0, 0]:.1f}, moment {moment[0, 0]:.1f}")
# endregion

assert len(moment) == (4 if rank < 2 else 2)
torch.testing.assert_close(moment, torch.full_like(moment, 0.1))
torch.testing.assert_close(model.weight.to_local(), torch.full_like(model.weight.to_local(), -0.1))
dist.barrier()
dist.destroy_process_group()
