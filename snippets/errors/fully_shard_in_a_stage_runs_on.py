"""fully_shard around a stage reduces its gradients over dp, step after step, without a flag.

$ torchrun --nproc-per-node 4 snippets/errors/fully_shard_in_a_stage_runs_on.py
"""
import copy

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.distributed.tensor import DTensor
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("pp", "dp"))
at, device = mesh.get_local_rank("pp"), torch.device("cpu")
torch.manual_seed(0)
layers = [torch.nn.Linear(8, 8) for _ in range(2)]
one = copy.deepcopy(layers)  # for the same training in one process
layer = layers[at]
x, y = torch.full((4, 8), mesh.get_local_rank("dp") + 1.0), torch.zeros(4, 8)

# region steps
part = fully_shard(layer, mesh=mesh["dp"])  # key line, else: part = layer
stage = PipelineStage(part, at, 2, device, group=mesh.get_group("pp"))
schedule = Schedule1F1B(stage, n_microbatches=2, loss_fn=mse_loss)
for step in range(2):
    part.zero_grad()
    schedule.step(x) if at == 0 else schedule.step(target=y)
    print(f"rank {rank}: step {step} is done", flush=True)
# endregion

gradient = layer.weight.grad
whole = gradient.full_tensor() if isinstance(gradient, DTensor) else gradient
for value in (1.0, 2.0):  # of the two ranks of dp
    (mse_loss(one[1](one[0](torch.full((4, 8), value))), y) / 2).backward()
assert torch.allclose(whole, one[at].weight.grad, atol=1e-6)  # shows: one-gradient-over-dp
dist.barrier()
dist.destroy_process_group()
