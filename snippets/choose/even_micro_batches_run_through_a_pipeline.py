"""6 samples in 3 micro-batches of 2: all have the shape that the stages have planned for.

$ torchrun --nproc-per-node 2 snippets/choose/even_micro_batches_run_through_a_pipeline.py
"""
import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(rank)
x, y = torch.ones(6, 8), torch.zeros(6, 8)
stage = PipelineStage(torch.nn.Linear(8, 8), rank, 2, torch.device("cpu"))

# region step
print(f"6 samples in {[len(part) for part in x.tensor_split(3)]}")
schedule = ScheduleGPipe(stage, n_microbatches=3, loss_fn=mse_loss)  # key line, else: schedule = ScheduleGPipe(stage, n_microbatches=4, loss_fn=mse_loss) -> RuntimeError: Failed to run stage backward
if rank == 0:
    schedule.step(x)
else:
    schedule.step(target=y)
print(f"rank {rank}: a gradient of {stage.submod.weight.grad.norm():.4f}")
# endregion

assert stage.submod.weight.grad.norm() > 0  # shows: gradient-arrives
dist.barrier()
dist.destroy_process_group()
