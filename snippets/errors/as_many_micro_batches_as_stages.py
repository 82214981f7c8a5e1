"""1F1B takes as many micro-batches as stages; GPipe takes one as well, and idles half of the time.

$ torchrun --nproc-per-node 2 snippets/errors/as_many_micro_batches_as_stages.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
x, layer, trained = torch.randn(4, 4), nn.Linear(4, 4), []
torch.manual_seed(0)

# region schedule
for kind, m in ((Schedule1F1B, ranks), (ScheduleGPipe, 1)):
    stage = PipelineStage(layer, rank, ranks, torch.device("cpu"))
    schedule = kind(stage, m, loss_fn=mse_loss)
    schedule.step(x) if rank == 0 else schedule.step(target=x)
    trained.append(layer.weight.grad.norm().item())  # key line
    print(f"{kind.__name__}: trained with {m} micro-batches")
# endregion

assert len(trained) == 2 and min(trained) > 0
dist.barrier()
dist.destroy_process_group()
