"""DDP around a stage runs one step of a pipeline; without find_unused_parameters the second one fails.

$ torchrun --nproc-per-node 4 snippets/choose/ddp_in_a_stage_needs_a_flag.py
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
at, group = mesh.get_local_rank("pp"), mesh.get_group("dp")
torch.manual_seed(at)
x, y = torch.full((4, 8), mesh.get_local_rank("dp") + 1.0), torch.zeros(4, 8)

# region steps
part = DistributedDataParallel(
    torch.nn.Linear(8, 8),
    process_group=group,
    find_unused_parameters=True,  # key line -> RuntimeError: [Stage 0] failed to run forward
)
stage = PipelineStage(part, at, 2, torch.device("cpu"), group=mesh.get_group("pp"))
schedule = Schedule1F1B(stage, n_microbatches=2, loss_fn=mse_loss)
for step in range(3):
    schedule.step(x) if at == 0 else schedule.step(target=y)
    norm = part.module.weight.grad.norm()
    print(f"rank {rank}: step {step}, gradient {norm:.4f}")
# endregion

norms = [None] * 2
dist.all_gather_object(norms, norm.item(), group=group)
assert norms[0] == norms[1] > 0  # shows: three-steps-run
dist.barrier()
dist.destroy_process_group()
