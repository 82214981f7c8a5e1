"""A run of each schedule does, on every rank, what the list of its actions says, in that order.

$ torchrun --nproc-per-node 4 snippets/pipeline/a_run_follows_the_list.py
"""
import torch
import torch.distributed as dist
from _orders import NAMES, orders
from _slots import stored
from torch import nn
from torch.distributed.pipelining import PipelineStage
from torch.distributed.pipelining.schedules import get_schedule_class
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks, m = dist.get_rank(), dist.get_world_size(), 8
x = torch.randn(m, 4)
did = []


def watch(stage):
    """Note each forward and backward of a stage, with the number of the micro-batch."""
    for method, letter in ("forward", "F"), ("backward", "B"), ("backward_weight", "W"):
        run = getattr(stage, method + "_one_chunk")

        def noted(number, *args, run=run, letter=letter, **kwargs):
            did.append((letter if kwargs.get("full_backward", True) else "I", stage.stage_index, number))
            return run(number, *args, **kwargs)

        setattr(stage, method + "_one_chunk", noted)
    return stage


# region run
for name in NAMES:
    told = orders(name, ranks, m)[rank]
    mine = sorted({stage for _, stage, _ in told})
    last = ranks * len(mine) - 1
    stages = [watch(PipelineStage(nn.Linear(4, 4), stage, last + 1, torch.device("cpu"))) for stage in mine]
    schedule = get_schedule_class(name)(stages[0] if len(stages) == 1 else stages, m, mse_loss)
    did.clear()
    schedule.step(*[x] * (0 in mine), target=x if last in mine else None)  # key line, else: pass
    print(f"rank {rank}: {name} {len(did)} actions, stores {stored(did) / len(mine):g}")
    # endregion
    assert did == told, name  # shows: run-list-same-order
dist.barrier()
dist.destroy_process_group()
