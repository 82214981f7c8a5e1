"""With static_graph=True under 1F1B DDP around a stage runs without an error, and does not average the last stage.

$ torchrun --nproc-per-node 4 snippets/errors/static_graph_leaves_the_last_stage_unaveraged.py
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
x, y = torch.full((4, 8), mesh.get_local_rank("dp") + 1.0), torch.zeros(4, 8)

# region steps
part = DistributedDataParallel(
    torch.nn.Linear(8, 8),
    process_group=mesh.get_group("dp"),
    static_graph=True,  # key line, else: find_unused_parameters=True,
)
stage = PipelineStage(part, at, 2, device, group=mesh.get_group("pp"))
schedule = Schedule1F1B(stage, n_microbatches=2, loss_fn=mse_loss)
for step in range(2):
    part.zero_grad()
    schedule.step(x) if at == 0 else schedule.step(target=y)
print(f"rank {rank}: stage {at} has the gradient {part.module.weight.grad.norm():.4f}")
# endregion

norms = [None] * 2
dist.all_gather_object(norms, part.module.weight.grad.norm().item(), group=mesh.get_group("dp"))
assert (norms[0] == norms[1]) == (at == 0)  # shows: last-stage-differs
dist.barrier()
dist.destroy_process_group()
