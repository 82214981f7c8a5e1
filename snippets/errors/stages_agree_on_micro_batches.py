"""The stages agree on the smallest batch, and all of them take as many micro-batches.

$ torchrun --nproc-per-node 2 snippets/errors/stages_agree_on_micro_batches.py
"""
# /// script
# [tool.lockstep]
# timeout = 8
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
layer = nn.Linear(4, 4)
stage = PipelineStage(layer, rank, 2, torch.device("cpu"))

# region count
data = torch.randn(8 if rank == 0 else 16, 4)
samples = torch.tensor(len(data))
dist.all_reduce(samples, dist.ReduceOp.MIN)  # key line -> hang
data = data[: int(samples)]
m = len(data) // 4
print(f"rank {rank}: {m} micro-batches", flush=True)
schedule = ScheduleGPipe(stage, m, loss_fn=mse_loss)
schedule.step(data) if rank == 0 else schedule.step(target=data)
# endregion

assert m == 2 and layer.weight.grad is not None
dist.barrier()
dist.destroy_process_group()
