"""On 2, 4 and 8 ranks, with 4, 8 and 16 micro-batches, a run of each schedule does what torch lists, where torch takes the size.

$ torchrun --nproc-per-node 8 snippets/pipeline/each_size_runs_as_torch_lists_it.py
"""
# /// script
# [tool.lockstep]
# timeout = 240
# ///
from contextlib import suppress

import torch
import torch.distributed as dist
from _orders import NAMES, orders
from torch import nn
from torch.distributed.pipelining import PipelineStage
from torch.distributed.pipelining.schedules import get_schedule_class
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, did = dist.get_rank(), []
groups = {p: dist.new_group(range(p)) for p in (2, 4, 8)}
sizes = [(p, m, name) for p in groups if rank < p for m in (4, 8, 16) for name in NAMES]


def listed(p, m, name):  # nothing where torch refuses so few micro-batches
    with suppress(ValueError):
        return orders(name, p, m)[rank]
    return []


def watch(stage):
    """Note each forward and backward of a stage, with the number of the micro-batch."""
    for method, letter in ("forward", "F"), ("backward", "B"), ("backward_weight", "W"):
        run = getattr(stage, method + "_one_chunk")
        def noted(number, *args, run=run, letter=letter, **kwargs):
            did.append((letter if kwargs.get("full_backward", True) else "I", stage.stage_index, number))
            return run(number, *args, **kwargs)
        setattr(stage, method + "_one_chunk", noted)
    return stage


def short(kind, stage, number):  # a small letter for the later stage of a rank
    return f"{kind.lower() if stage >= p else kind}{number:x}"


# region run
for p, m, name in sizes:
    told, x = listed(p, m, name), torch.randn(m, 4)
    mine = sorted({stage for _, stage, _ in told})
    last, cpu = p * len(mine) - 1, torch.device("cpu")
    stages = [watch(PipelineStage(nn.Linear(4, 4), at, last + 1, cpu, group=groups[p])) for at in mine]
    did.clear()
    if told:
        schedule = get_schedule_class(name)(stages[0] if len(stages) == 1 else stages, m, mse_loss)
        schedule.step(*[x] * (0 in mine), target=x if last in mine else None)  # key line, else: pass
    print(f"rank {rank}: {name}, p {p}, m {m}, stages {mine}: {''.join(short(*action) for action in did) or 'refused'}")
    # endregion
    assert did == told, name  # shows: each-size-as-listed
dist.barrier()
dist.destroy_process_group()
