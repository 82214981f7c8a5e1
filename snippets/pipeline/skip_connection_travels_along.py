"""A skip connection over a stage: the stage between passes it on as a second output, and all gradients are right.

$ torchrun --nproc-per-node 3 snippets/pipeline/skip_connection_travels_along.py
"""
import torch
import torch.distributed as dist
from _layers import batch, layers
from torch import nn
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
x, y = batch()
layer = layers()[rank]


# region skip
class Part(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x, skip=None):
        if rank == 2:
            return self.layer(x) + skip  # key line, else: return self.layer(x) + 0 * skip
        x = self.layer(x)
        return x, x if rank == 0 else skip  # the output, and what skips the next stage
# endregion


stage = PipelineStage(Part(layer), rank, 3, torch.device("cpu"))
schedule = ScheduleGPipe(stage, n_microbatches=4, loss_fn=mse_loss)
schedule.step(x) if rank == 0 else schedule.step(target=y if rank == 2 else None)
print(f"rank {rank}: gradient {layer[0].weight.grad.norm():.4f}")

one, two, three, _ = layers()
first = one(x)
mse_loss(three(two(first)) + first, y).backward()
expected = (one, two, three)[rank][0].weight.grad
assert torch.allclose(layer[0].weight.grad, expected, atol=1e-6)  # shows: skip-as-second-output
dist.barrier()
dist.destroy_process_group()
