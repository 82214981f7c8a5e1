"""6 samples in 4 micro-batches are 2, 2, 1 and 1: the pipeline has planned for 2, and fails in a backward.

$ torchrun --nproc-per-node 2 snippets/choose/uneven_micro_batches_break_a_pipeline.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Failed to run stage backward"
# asserts = ['raises("RuntimeError: Failed to run stage backward", rank=0, at="schedule.step(x)")']
# ///
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
print(f"6 samples in {[len(part) for part in x.tensor_split(4)]}")
schedule = ScheduleGPipe(stage, n_microbatches=4, loss_fn=mse_loss)  # key line, else: schedule = ScheduleGPipe(stage, n_microbatches=3, loss_fn=mse_loss)
if rank == 0:
    schedule.step(x)
else:
    schedule.step(target=y)
# endregion
