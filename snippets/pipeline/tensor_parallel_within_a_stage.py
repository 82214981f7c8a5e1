"""Two stages of two ranks: tensor parallel splits the matrices of a stage, and all ranks of a stage take the same micro-batches.

$ torchrun --nproc-per-node 4 snippets/pipeline/tensor_parallel_within_a_stage.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
x, y = torch.randn(8, 4), torch.randn(8, 4)
model = [nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 4)) for _ in range(2)]
mse_loss(model[1](model[0](x)), y).backward()
grads = [part[0].weight.grad for part in model]
[part.zero_grad() for part in model]

# region mesh
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("pp", "tp"))
at = mesh["pp"].get_local_rank()
plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
part = parallelize_module(model[at], mesh["tp"], plan)  # key line, else: part = model[at]
stage = PipelineStage(part, at, 2, torch.device("cpu"), group=mesh.get_group("pp"))
schedule = Schedule1F1B(stage, n_microbatches=4, loss_fn=mse_loss)
schedule.step(x) if at == 0 else schedule.step(target=y)
shape = tuple(getattr(part[0].weight, "to_local", lambda: part[0].weight)().shape)
print(f"rank {rank}: stage {at}, holds {shape} of the first matrix")
# endregion

assert shape == (8, 4)  # shows: half-of-matrix
assert torch.allclose(part[0].weight.grad.full_tensor(), grads[at], atol=1e-5)
dist.barrier()
dist.destroy_process_group()
