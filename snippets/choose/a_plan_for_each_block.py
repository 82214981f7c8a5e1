"""The same plan, given each block, splits its matrices: a rank holds about a quarter.

$ torchrun --nproc-per-node 4 snippets/choose/a_plan_for_each_block.py
"""
import torch.distributed as dist
from _block import BLOCK
from _local import here
from _model import batch, build, loss_of
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
everything = sum(weight.nbytes for weight in build().parameters())

# region plan
model = build()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
[parallelize_module(block, mesh["tp"], BLOCK) for block in model.layers.values()]  # key line, else: parallelize_module(model, mesh["tp"], BLOCK)
fully_shard(model, mesh=mesh["dp"])
x, y = (part.chunk(2)[mesh.get_local_rank("dp")] for part in batch())
loss_of(model(x), y).backward()
held = sum(here(weight).nbytes for weight in model.parameters())
print(f"a rank holds {held} B of {everything} B")
# endregion

assert everything / 4 < held < everything / 3.6  # shows: about-a-quarter
dist.destroy_process_group()
