"""The last batch is shorter in the loader of one stage: it sends 2 micro-batches, and the next stage waits for the third.

$ torchrun --nproc-per-node 2 snippets/errors/stages_count_other_micro_batches.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# timeout = 8
# asserts = ['waits("schedule.step(", rank=1) and says("2 micro-batches", rank=0) and says("4 micro-batches", rank=1)']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
stage = PipelineStage(nn.Linear(4, 4), rank, 2, torch.device("cpu"))

# region count
data = torch.randn(8 if rank == 0 else 16, 4)  # key line, else: data = torch.randn(16, 4)
m = len(data) // 4
print(f"rank {rank}: {m} micro-batches", flush=True)
schedule = ScheduleGPipe(stage, m, loss_fn=mse_loss)
schedule.step(data) if rank == 0 else schedule.step(target=data)
# endregion

dist.barrier()
dist.destroy_process_group()
