"""A parameter of one element in one dimension is sharded as any other: rank 0 has it, and all train it.

$ torchrun --nproc-per-node 2 snippets/errors/parameter_of_one_element_is_sharded.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
torch.manual_seed(0)
full = torch.randn(4 * world_size, 4)


class Scaled(torch.nn.Linear):
    def __init__(self, scale):
        super().__init__(4, 2)
        self.scale = torch.nn.Parameter(scale)

    def forward(self, x):
        return self.scale * super().forward(x)


# region scale
model = Scaled(torch.tensor([2.0]))  # key line, else: model = Scaled(torch.tensor(2.0)) -> ValueError: fully_shard
fully_shard(model, mesh=mesh)
model(full[rank::world_size]).mean().backward()
print(f"rank {rank}: {model.scale.grad.to_local().numel()} of 1 element")
# endregion

torch.manual_seed(0)
torch.randn(4 * world_size, 4)
whole = Scaled(torch.tensor([2.0]))
whole(full).mean().backward()
torch.testing.assert_close(model.scale.grad.full_tensor(), whole.scale.grad)
dist.destroy_process_group()
