"""The output of all_gather carries no gradient: what other ranks do with a feature never comes back to it.

$ torchrun --nproc-per-node 2 snippets/errors/gathered_features_get_no_gradient.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model, views = torch.nn.Linear(3, 2, bias=False), torch.randn(2, 4, 3)  # two views of four samples


# region gather
def gather_rows(rows):
    parts = [torch.zeros_like(rows) for _ in range(world_size)]
    dist.all_gather(parts, rows.contiguous())  # key line
    return torch.cat(parts)


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
gradient = step(ddp, share, gather_rows, first=2 * rank)
print(f"gradient: norm {gradient.norm():.4f}, one process {right.norm():.4f}")
# endregion

constant = step(model, views, lambda rows: rows.detach())  # as if the candidates were constants
torch.testing.assert_close(gradient, constant)
assert not torch.allclose(gradient, right, rtol=0.01)
dist.destroy_process_group()
