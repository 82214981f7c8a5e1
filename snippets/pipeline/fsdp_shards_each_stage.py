"""Two stages of two ranks: FSDP shards each stage, and the gradients are those of one process on the whole batch.

$ torchrun --nproc-per-node 4 snippets/pipeline/fsdp_shards_each_stage.py
"""
import torch
import torch.distributed as dist
from _layers import batch, grads_of_one_process, layers
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
x, y = batch()

# region mesh
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("pp", "dp"))
at, share = mesh["pp"].get_local_rank(), mesh["dp"].get_local_rank()
part = nn.Sequential(*layers()[2 * at : 2 * at + 2])
fully_shard(part, mesh=mesh["dp"])  # key line, else: pass
stage = PipelineStage(part, at, 2, torch.device("cpu"), group=mesh.get_group("pp"))
schedule = Schedule1F1B(stage, n_microbatches=4, loss_fn=mse_loss)
mine, target = x.chunk(2)[share], y.chunk(2)[share]
schedule.step(mine) if at == 0 else schedule.step(target=target)
held = sum((weight.to_local() if hasattr(weight, "to_local") else weight).numel() for weight in part.parameters())
print(f"rank {rank}: stage {at}, share {share} of the batch, holds {held} of {4 * 72} numbers")
# endregion

loss, grads = grads_of_one_process()
assert held == 72  # shows: quarter-held
for layer, grad in zip(part, grads[2 * at : 2 * at + 2], strict=True):
    assert torch.allclose(layer[0].weight.grad.full_tensor(), grad, atol=1e-6)
assert rank == 2 * at + share  # shows: neighbours-share-a-stage
dist.barrier()
dist.destroy_process_group()
