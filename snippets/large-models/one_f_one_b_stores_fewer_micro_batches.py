"""Of 8 micro-batches GPipe stores all 8 on each of 2 stages; 1F1B stores 2 on the first and 1 on the last.

$ torchrun --nproc-per-node 2 snippets/large-models/one_f_one_b_stores_fewer_micro_batches.py
"""
import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, Schedule1F1B, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
inputs, targets = torch.randn(16, 8), torch.randn(16, 8)
example = torch.empty(2, 8, requires_grad=True)
module = torch.nn.Linear(8, 8)
stored = [0]  # micro-batches whose backward is still to come, over time
module.register_forward_hook(lambda *_: stored.append(stored[-1] + 1))
module.weight.register_hook(lambda _: stored.append(stored[-1] - 1))

# region compare
peaks = {}
for kind in (ScheduleGPipe, Schedule1F1B):  # key line, else: for kind in (ScheduleGPipe,):
    stage = PipelineStage(module, rank, world_size, torch.device("cpu"), input_args=example, output_args=example)
    schedule = kind(stage, n_microbatches=8, loss_fn=mse_loss)
    stored[:] = [0]
    schedule.step(inputs) if rank == 0 else schedule.step(target=targets)
    peaks[kind.__name__] = max(stored)
print(f"rank {rank}: most micro-batches stored at a time {peaks}")
# endregion

assert peaks == {"ScheduleGPipe": 8, "Schedule1F1B": world_size - rank}
assert peaks["Schedule1F1B"] == 2 - rank  # shows: stores-most-micro-stages-end
assert peaks["Schedule1F1B"] < peaks["ScheduleGPipe"] == 8  # shows: backward-before-forwards-frees
assert len(stored) == 1 + 8 + 8  # under 1F1B each runs forward once  # refutes: drops-computes-again
assert peaks["Schedule1F1B"] == (2 if rank == 0 else 1)  # the first still stores more  # refutes: moves-first-stage
dist.destroy_process_group()
