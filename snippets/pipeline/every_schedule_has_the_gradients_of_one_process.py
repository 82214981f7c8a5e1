"""Seven schedules of torch leave the gradients of one process, whatever order they run in.

$ torchrun --nproc-per-node 2 snippets/pipeline/every_schedule_has_the_gradients_of_one_process.py
"""
import torch
import torch.distributed as dist
from _layers import batch, grads_of_one_process, layers
from _orders import NAMES
from torch import nn
from torch.distributed.pipelining import PipelineStage
from torch.distributed.pipelining.schedules import get_schedule_class
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
(x, y), (loss, grads) = batch(), grads_of_one_process()
places = {1: [rank], 2: [rank, rank + ranks], "V": [rank, 2 * ranks - 1 - rank]}  # which stages a rank has
kinds = dict(zip(NAMES, (1, 1, 2, 2, 2, "V", "V")))

# region all
for name, kind in kinds.items():
    four, mine, stages = layers(), places[kind], ranks if kind == 1 else 2 * ranks
    cut = four if stages == 4 else [nn.Sequential(*four[:2]), nn.Sequential(*four[2:])]
    parts = [PipelineStage(cut[stage], stage, stages, torch.device("cpu")) for stage in mine]
    schedule = get_schedule_class(name)(parts[0] if kind == 1 else parts, n_microbatches=8, loss_fn=mse_loss)
    losses = []
    target = y if stages - 1 in mine else None  # key line, else: target = y.flip(0)
    schedule.step(*[x] * (0 in mine), target=target, losses=losses)
    here = [four[at] for at in range(4) if at * stages // 4 in mine]
    print(f"rank {rank}: {name} has stages {mine}, {len(losses)} losses")
    # endregion
    wanted = [grad for at, grad in enumerate(grads) if at * stages // 4 in mine]
    for layer, grad in zip(here, wanted, strict=True):
        assert torch.allclose(layer[0].weight.grad, grad, atol=1e-6)  # shows: gradients-same
    assert bool(losses) == (stages - 1 in mine)  # shows: loss-last-stage
    if kind == "V":
        assert bool(losses) == (rank == 0)  # shows: v-loss-rank-0
dist.barrier()
dist.destroy_process_group()
