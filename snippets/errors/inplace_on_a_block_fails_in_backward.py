"""An in-place operation on the view that a sharded block returns: backward finds the weight of the block freed.

$ torchrun --nproc-per-node 2 snippets/errors/inplace_on_a_block_fails_in_backward.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: setStorage:"
# asserts = [
#   'says("forward passed") and raises("RuntimeError: out of bounds for storage of size 0", at=".backward()")',
# ]
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard


class Heads(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x).unflatten(-1, (2, 2))  # a view


# region net
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.heads = torch.nn.Linear(4, 4), Heads()

    def forward(self, x):
        h = self.heads(self.embed(x))
        h += 1  # key line
        print("forward passed")
        return h.square().mean()


# endregion
dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
model = Net()
fully_shard(model.heads, mesh=mesh)
fully_shard(model, mesh=mesh)
model(torch.ones(2, 4)).backward()
dist.destroy_process_group()
