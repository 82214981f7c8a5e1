"""A model that shifts labels by itself shifts those of its part: the last token of each rank but one loses its label.

$ torchrun --nproc-per-node 4 snippets/errors/labels_are_shifted_on_each_part.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
tokens, logits = torch.arange(16) % 5, torch.randn(16, 5) * 3
alone = cross_entropy(logits[:-1], tokens[1:])

# region loss
mine, labels = logits.chunk(ranks)[rank], tokens.chunk(ranks)[rank]  # key line, else: mine, labels = logits.chunk(ranks)[rank], torch.cat([tokens[:1], tokens[1:], tokens[:1]])[4 * rank : 4 * rank + 5]
mine, labels = mine[: len(labels) - 1], labels[1:]  # as a causal model does
loss = torch.stack([cross_entropy(mine, labels, reduction="sum"), torch.tensor(len(labels))])
dist.all_reduce(loss)
print(f"loss {loss[0] / loss[1]:.3f} over {loss[1]:.0f} labels, one process {alone:.3f} over 15")
# endregion

assert loss[1] == 12  # shows: twelve-labels
assert not torch.isclose(loss[0] / loss[1], alone, rtol=0.005)  # shows: another-loss
dist.destroy_process_group()
