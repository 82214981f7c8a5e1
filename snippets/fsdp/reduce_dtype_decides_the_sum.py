"""Gradients 256 and 1 are averaged to 128.0 if they travel in bf16, and to 128.5 with reduce_dtype in fp32.

$ torchrun --nproc-per-node 2 snippets/fsdp/reduce_dtype_decides_the_sum.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
sample = torch.tensor([[256.0 if rank == 0 else 1.0]])  # it is the gradient, too


# region reduce
def gradient(policy):
    model = torch.nn.Linear(1, 1, bias=False)
    fully_shard(model, mesh=mesh, mp_policy=policy)
    model(sample).sum().backward()
    return model.weight.grad.full_tensor().item()


bf16 = gradient(MixedPrecisionPolicy(param_dtype=torch.bfloat16))
fp32 = gradient(
    MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
)  # key line, else: fp32 = bf16
print(f"reduced in bf16: {bf16}, in fp32: {fp32}")
# endregion

assert fp32 == (256 + 1) / 2  # shows: field-policy-fp32
assert bf16 == torch.tensor(257.0).bfloat16().item() / 2 == 128
dist.destroy_process_group()
