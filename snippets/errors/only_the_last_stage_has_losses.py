"""All ranks average the losses of the schedule, and all but the last stage have none.

$ torchrun --nproc-per-node 2 snippets/errors/only_the_last_stage_has_losses.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: stack expects a non-empty TensorList"
# asserts = [
#   'raises("RuntimeError: stack expects", rank=0, at="torch.stack(losses)")',
#   'not says("losses, loss", rank=0)',
# ]
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
x = torch.randn(8, 4)
stage = PipelineStage(nn.Linear(4, 4), rank, ranks, torch.device("cpu"))

# region loss
schedule, losses = ScheduleGPipe(stage, n_microbatches=4, loss_fn=mse_loss), []
schedule.step(x) if rank == 0 else schedule.step(target=x, losses=losses)
average = torch.stack(losses).mean()  # key line, else: average = torch.tensor(0.0)
print(f"rank {rank}: {len(losses)} losses, loss {average:.4f}")
# endregion

dist.barrier()
dist.destroy_process_group()
