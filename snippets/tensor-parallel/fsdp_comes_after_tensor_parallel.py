"""Two dimensions: parallelize_module over tp, then fully_shard over dp; two groups with other samples train as one process.

$ torchrun --nproc-per-node 4 snippets/tensor-parallel/fsdp_comes_after_tensor_parallel.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = 'mine = samples.chunk(2)[mesh.get_local_rank("dp")]'
# label = "Another batch on each rank of a group"
# becomes = 'mine = samples[rank : rank + 1]'
# ///
import torch
import torch.distributed as dist
from _block import PLAN, block_and_input
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank = dist.get_rank()
alone, samples = block_and_input(batch=4)
sgd = torch.optim.SGD(alone.parameters(), lr=1.0)
alone(samples).square().mean().backward()
sgd.step()
block, _ = block_and_input()

# region train
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
parallelize_module(block, mesh["tp"], PLAN)
fully_shard(block, mesh=mesh["dp"])  # key line, else: pass
optimizer = torch.optim.SGD(block.parameters(), lr=1.0)
mine = samples.chunk(2)[mesh.get_local_rank("dp")]  # one batch for both ranks of a tp group
block(mine).square().mean().backward()
optimizer.step()
place, weight = mesh.get_coordinate(), block.up.weight
print(f"rank {rank}: dp {place[0]}, tp {place[1]}, holds {tuple(weight.to_local().shape)} of {tuple(weight.shape)}")
# endregion

for weight, expected in zip(block.parameters(), alone.parameters(), strict=True):
    whole = weight.full_tensor() if hasattr(weight, "full_tensor") else weight
    assert torch.allclose(whole, expected, atol=1e-5)  # shows: trains-as-one-process
assert block.up.weight.to_local().shape == (16, 16)  # shows: quarter-on-each
dist.destroy_process_group()
