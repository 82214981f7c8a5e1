"""Gradients reduced in fp16 and a divide factor, over shards of one rank: divided twice, with no sum forced.

$ torchrun --nproc-per-node 2 snippets/errors/fp16_reduction_divides_twice_over_one_shard.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (2, 1), mesh_dim_names=("copies", "shards"))
wanted = (1 + 2) / 4  # the gradients of both ranks, over the factor

# region step
policy = MixedPrecisionPolicy(reduce_dtype=torch.float16)  # key line, else: policy = MixedPrecisionPolicy()
model = fully_shard(torch.nn.Linear(4, 4, bias=False), mesh=mesh, mp_policy=policy)
model.set_gradient_divide_factor(4.0)
model(torch.full((1, 4), rank + 1.0)).sum().backward()
gradient = model.weight.grad.full_tensor()[0, 0].item()
print(f"gradient {gradient}, wanted {wanted}")
# endregion

assert gradient == wanted / 4  # shows: divided-twice
dist.destroy_process_group()
