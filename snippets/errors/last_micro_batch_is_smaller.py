"""Ten samples in 4 micro-batches: the last two are smaller, and the next stage still has room for three samples.

$ torchrun --nproc-per-node 2 snippets/errors/last_micro_batch_is_smaller.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: The size of tensor a (3) must match the size of tensor b (2)"
# asserts = ['raises("RuntimeError: The size of tensor a", rank=1, at="schedule.step(") and not says("trained")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
stage = PipelineStage(nn.Linear(4, 4), rank, ranks, torch.device("cpu"))

# region size
x = torch.randn(10, 4)  # key line, else: x = torch.randn(12, 4)
sizes = [len(part) for part in x.tensor_split(4)]
schedule = ScheduleGPipe(stage, n_microbatches=4, loss_fn=mse_loss)
schedule.step(x) if rank == 0 else schedule.step(target=x)
print(f"rank {rank}: trained with micro-batches of {sizes}")
# endregion

dist.barrier()
dist.destroy_process_group()
