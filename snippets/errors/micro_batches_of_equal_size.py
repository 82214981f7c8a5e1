"""A batch is cut to a multiple of the number of micro-batches, so all have one size.

$ torchrun --nproc-per-node 2 snippets/errors/micro_batches_of_equal_size.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks, m = dist.get_rank(), dist.get_world_size(), 4
stage = PipelineStage(nn.Linear(4, 4), rank, ranks, torch.device("cpu"))

# region size
x = torch.randn(10, 4)
x = x[: len(x) // m * m]  # key line -> RuntimeError: The size of tensor a (3) must match the size of tensor b (2)
sizes = [len(part) for part in x.tensor_split(m)]
schedule = ScheduleGPipe(stage, n_microbatches=m, loss_fn=mse_loss)
schedule.step(x) if rank == 0 else schedule.step(target=x)
print(f"rank {rank}: trained with micro-batches of {sizes}")
# endregion

assert sizes == [2] * 4 and stage.submod.weight.grad is not None
dist.barrier()
dist.destroy_process_group()
