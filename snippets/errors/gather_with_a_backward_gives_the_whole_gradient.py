"""A gather whose backward sums over all ranks gives the contrastive gradient of the whole batch.

$ torchrun --nproc-per-node 2 snippets/errors/gather_with_a_backward_gives_the_whole_gradient.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "gradient = gradient.contiguous().clone()"
# stays = "Here nobody else uses this gradient. Where others still read it, the all-reduce needs a copy."
# ///
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model, views = torch.nn.Linear(3, 2, bias=False), torch.randn(2, 4, 3)  # two views of four samples


# region gather
class GatherRows(torch.autograd.Function):
    @staticmethod
    def forward(ctx, rows):
        parts = [torch.zeros_like(rows) for _ in range(world_size)]
        dist.all_gather(parts, rows.contiguous())
        return torch.cat(parts)

    @staticmethod
    def backward(ctx, gradient):
        gradient = gradient.contiguous().clone()
        dist.all_reduce(gradient)  # key line
        return gradient.chunk(world_size)[rank]


# endregion


def step(encoder, views, gather, first=0):
    """The gradient of one contrastive step."""
    encoder.zero_grad()
    # region step
    anchors, others = encoder(views)
    everyone = gather(others)  # the negatives of all ranks
    loss = cross_entropy(anchors @ everyone.T, torch.arange(len(anchors)) + first)
    loss.backward()
    # endregion
    return next(encoder.parameters()).grad.clone()


right = step(model, views, lambda rows: rows)  # one process, whole batch
# region print
share = views[:, 2 * rank : 2 * rank + 2]
ddp = DistributedDataParallel(model)
gradient = step(ddp, share, GatherRows.apply, first=2 * rank)
print(f"gradient: norm {gradient.norm():.4f}, one process {right.norm():.4f}")
# endregion

torch.testing.assert_close(gradient, right)
dist.destroy_process_group()
