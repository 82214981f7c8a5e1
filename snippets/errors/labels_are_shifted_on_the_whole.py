"""Shifted on the whole sequence and then split, the last token of each rank has the first of the next as its label.

$ torchrun --nproc-per-node 4 snippets/errors/labels_are_shifted_on_the_whole.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy, pad

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
tokens, logits = torch.arange(16) % 5, torch.randn(16, 5) * 3
alone = cross_entropy(logits[:-1], tokens[1:])

# region loss
labels = pad(tokens[1:], (0, 1), value=-100)  # key line, else: labels = torch.cat([pad(part[1:], (0, 1), value=-100) for part in tokens.chunk(ranks)])
mine, labels = logits.chunk(ranks)[rank], labels.chunk(ranks)[rank]
loss = torch.stack([cross_entropy(mine, labels, reduction="sum"), (labels != -100).sum()])
dist.all_reduce(loss)
print(f"loss {loss[0] / loss[1]:.3f} over {loss[1]:.0f} labels, one process {alone:.3f} over 15")
# endregion

assert loss[1] == 15  # shows: fifteen-labels
assert torch.isclose(loss[0] / loss[1], alone)  # shows: loss-as-one-process
dist.destroy_process_group()
