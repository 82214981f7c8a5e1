"""schedule.eval() runs the forward of all stages, here under no_grad; the output is on the last rank, and None on the others.

$ torchrun --nproc-per-node 2 snippets/pipeline/eval_runs_the_forward_alone.py
"""
import torch
import torch.distributed as dist
from _layers import batch, layers
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
x, y = batch()
part = nn.Sequential(*layers()[2 * rank : 2 * rank + 2])
stage = PipelineStage(part, rank, 2, torch.device("cpu"))
schedule = Schedule1F1B(stage, n_microbatches=4, loss_fn=mse_loss)

# region eval
output, losses = None, []
with torch.no_grad():
    given = [x] if rank == 0 else []
    output = schedule.eval(*given, target=y if rank == 1 else None, losses=losses)  # key line, else: pass
told = None if output is None else tuple(output.shape)
print(f"rank {rank}: output {told}, {len(losses)} losses, gradient {part[0][0].weight.grad}")
# endregion

assert told == (None if rank == 0 else (16, 8))  # shows: output-last-rank
assert part[0][0].weight.grad is None  # shows: no-gradient
assert rank == 0 or torch.allclose(output, nn.Sequential(*layers())(x), atol=1e-6)
dist.barrier()
dist.destroy_process_group()
