"""With as many micro-batches as stages DDP around a stage counts one backward too many, and its second step fails.

$ torchrun --nproc-per-node 4 snippets/errors/ddp_in_a_stage_fails_in_its_second_step.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: [Stage 0] failed to run forward"
# asserts = [
#   '''(complains("rebuilt parameter indices") and says("4 micro-batches, step 1 is done", rank=0)
#      and says("2 micro-batches, step 0 is done", rank=0) and not says("2 micro-batches, step 1 is done"))''',
# ]
# ///
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
x, y = torch.ones(4, 8), torch.zeros(4, 8)

# region steps
for parts in (4, 2):
    layer = torch.nn.Linear(8, 8)
    model = DistributedDataParallel(layer, process_group=mesh.get_group("dp"))  # key line, else: model = layer
    stage = PipelineStage(model, at, 2, device, group=mesh.get_group("pp"))
    schedule = Schedule1F1B(stage, n_microbatches=parts, loss_fn=mse_loss)
    for step in range(2):
        schedule.step(x) if at == 0 else schedule.step(target=y)
        print(f"rank {rank}: {parts} micro-batches, step {step} is done", flush=True)
# endregion

dist.barrier()
dist.destroy_process_group()
