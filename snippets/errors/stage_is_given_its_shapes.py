"""A stage that is given its shapes runs no forward to learn them, and DDP around it averages step after step.

$ torchrun --nproc-per-node 4 snippets/errors/stage_is_given_its_shapes.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("pp", "dp"))
at, device = mesh.get_local_rank("pp"), torch.device("cpu")
torch.manual_seed(at)
layer = torch.nn.Linear(8, 8)
x, y = torch.full((4, 8), mesh.get_local_rank("dp") + 1.0), torch.zeros(4, 8)

# region steps
part = DistributedDataParallel(layer, process_group=mesh.get_group("dp"))
takes, gives = torch.zeros(2, 8, requires_grad=at > 0), torch.zeros(2, 8, requires_grad=True)
shapes = {"input_args": takes, "output_args": gives}  # key line, else: shapes = {} -> RuntimeError: [Stage 0] failed
stage = PipelineStage(part, at, 2, device, group=mesh.get_group("pp"), **shapes)
schedule = Schedule1F1B(stage, n_microbatches=2, loss_fn=mse_loss)
for step in range(2):
    schedule.step(x) if at == 0 else schedule.step(target=y)
    print(f"rank {rank}: step {step} is done", flush=True)
# endregion

norms = [None] * 2
dist.all_gather_object(norms, layer.weight.grad.norm().item(), group=mesh.get_group("dp"))
assert norms[0] == norms[1]  # shows: one-gradient-over-dp
dist.barrier()
dist.destroy_process_group()
