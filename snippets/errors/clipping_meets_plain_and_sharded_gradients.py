"""If only a block is sharded, clipping gets DTensors together with plain gradients, and torch refuses.

$ torchrun --nproc-per-node 2 snippets/errors/clipping_meets_plain_and_sharded_gradients.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: aten._foreach_norm.Scalar got mixed torch.Tensor and DTensor"
# asserts = ['raises("RuntimeError: got mixed torch.Tensor and DTensor", at="clip_grad_norm_")']
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
fully_shard(model[0], mesh=mesh)  # key line
model(x).sum().backward()
torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
print("clipped")
# endregion

dist.destroy_process_group()
