"""If the whole model is sharded, its gradients are clipped as in one process.

$ torchrun --nproc-per-node 2 snippets/errors/clipping_takes_a_wholly_sharded_model.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(model[0], mesh=mesh)"
# stays = "The outer call shards all that is left. With this line the layers are gathered one after the other."
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
x = torch.ones(2, 4)


def network():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 1))


# region clip
model = network()
fully_shard(model[0], mesh=mesh)
fully_shard(model, mesh=mesh)  # key line -> RuntimeError: aten._foreach_norm.Scalar got mixed
model(x).sum().backward()
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
print("clipped")
# endregion

alone = network()
alone(x).sum().backward()
assert torch.nn.utils.clip_grad_norm_(alone.parameters(), 1.0) > 1
for mine, right in zip(model.parameters(), alone.parameters(), strict=True):
    torch.testing.assert_close(mine.grad.full_tensor(), right.grad)

dist.destroy_process_group()
