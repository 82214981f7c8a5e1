"""The last stage averages its losses and broadcasts the result, so every rank can log it and decide on it.

$ torchrun --nproc-per-node 2 snippets/errors/last_stage_broadcasts_the_loss.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
x, model = torch.randn(8, 4), nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
stage = PipelineStage(model[rank], rank, ranks, torch.device("cpu"))

# region loss
schedule, losses = ScheduleGPipe(stage, n_microbatches=4, loss_fn=mse_loss), []
schedule.step(x) if rank == 0 else schedule.step(target=x, losses=losses)
average = torch.stack(losses).mean().detach() if losses else torch.zeros(())
dist.broadcast(average, src=ranks - 1)  # key line
print(f"rank {rank}: {len(losses)} losses, loss {average:.4f}")
# endregion

torch.manual_seed(0)
x, model = torch.randn(8, 4), nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
assert abs(average.item() - mse_loss(model(x), x).item()) < 1e-6  # shows: broadcast-loss-on-every-rank
assert len(losses) == (4 if rank == 1 else 0)  # shows: losses-last-stage
dist.barrier()
dist.destroy_process_group()
