"""1F1B refuses fewer micro-batches than stages.

$ torchrun --nproc-per-node 2 snippets/errors/fewer_micro_batches_than_stages.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Number of microbatches (1) must be greater than"
# asserts = ['raises("ValueError: Number of microbatches", at="Schedule1F1B(") and not says("trained")']
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
x = torch.randn(4, 4)
stage = PipelineStage(nn.Linear(4, 4), rank, ranks, torch.device("cpu"))

# region schedule
m = 1  # key line, else: m = ranks
schedule = Schedule1F1B(stage, m, loss_fn=mse_loss)
schedule.step(x) if rank == 0 else schedule.step(target=x)
print(f"rank {rank}: trained with {m} micro-batches")
# endregion

dist.barrier()
dist.destroy_process_group()
