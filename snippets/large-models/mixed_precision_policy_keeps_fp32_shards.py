"""MixedPrecisionPolicy computes with bf16 weights and keeps fp32 shards: 4 + 4 + 8 bytes, divided by the ranks.

$ torchrun --nproc-per-node 2 snippets/large-models/mixed_precision_policy_keeps_fp32_shards.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))
computed = []


class Layer(torch.nn.Linear):
    def forward(self, x):
        computed.append(self.weight.dtype)
        return super().forward(x)


# region count
model = Layer(1000, 1000, bias=False)
policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16)  # key line, else: policy = MixedPrecisionPolicy()
fully_shard(model, mesh=mesh, mp_policy=policy)
optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(1, 1000)).sum().backward()
optimizer.step()
weight, adam = model.weight, optimizer.state[model.weight]
parts = [weight], [weight.grad], [adam["exp_avg"], adam["exp_avg_sq"]]
each = [sum(t.to_local().nbytes for t in part) / weight.numel() for part in parts]
print(f"forward in {computed[0]}; bytes on rank {rank}: weight {each[0]:g}, gradient {each[1]:g}, Adam {each[2]:g}")
# endregion

assert computed == [torch.bfloat16]
assert weight.dtype == weight.grad.dtype == adam["exp_avg"].dtype == torch.float32
assert each == [4 / world_size, 4 / world_size, 8 / world_size]
dist.destroy_process_group()
