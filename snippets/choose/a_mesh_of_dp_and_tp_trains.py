"""A step on a mesh of dp and tp is that of one process.

$ torchrun --nproc-per-node 4 snippets/choose/a_mesh_of_dp_and_tp_trains.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "fully_shard(block, mesh=mesh[\"dp\"])"
# stays = "Each block is gathered by itself. Without it the root gathers all of them at once."
#
# [[tool.lockstep.what-if]]
# line = 'mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))'
# label = "tp of 4, with 2 key heads"
# becomes = 'mesh = init_device_mesh("cpu", (1, 4), mesh_dim_names=("dp", "tp"))'
# ///
import torch
import torch.distributed as dist
from _block import BLOCK
from _local import here, whole
from _model import batch, build, loss_of
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank = dist.get_rank()
alone = build()
reference = loss_of(alone(batch()[0]), batch()[1])
reference.backward()

# region train
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
model = build()
for block in model.layers.values():
    parallelize_module(block, mesh["tp"], BLOCK)  # key line, else: pass
    fully_shard(block, mesh=mesh["dp"])
fully_shard(model, mesh=mesh["dp"])
x, y = (part.chunk(2)[mesh.get_local_rank("dp")] for part in batch())
loss = loss_of(model(x), y)
loss.backward()
held = sum(here(weight).nbytes for weight in model.parameters())
print(f"rank {rank}: {len(x)} samples, loss {loss:.4f}, weights {held} B")
# endregion

mean = loss.detach().clone()
dist.all_reduce(mean)
assert torch.allclose(mean / 4, reference)  # shows: mean-loss-of-one-process
for weight, one in zip(model.parameters(), alone.parameters(), strict=True):
    assert torch.allclose(whole(weight.grad), one.grad, atol=1e-6)  # shows: gradients-of-one-process
everything = sum(weight.nbytes for weight in alone.parameters())
assert everything / 4 < held < everything / 3.6  # shows: about-a-quarter
dist.destroy_process_group()
