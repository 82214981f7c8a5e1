"""One rank has 6 tokens that count, the other 2: the mean of two means is not the loss, sum over count is.

$ torchrun --nproc-per-node 2 snippets/context-parallel/tokens_not_ranks_are_averaged.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
logits, labels = torch.randn(12, 5) * 3, torch.randint(5, (12,))
labels[8:] = -100  # padding at the end of the sequence
alone = cross_entropy(logits, labels)
logits, labels = logits.chunk(ranks)[rank], labels.chunk(ranks)[rank]

# region loss
means = cross_entropy(logits, labels)
dist.all_reduce(means)
means /= ranks
loss, count = cross_entropy(logits, labels, reduction="sum"), (labels != -100).sum()
dist.all_reduce(loss)
dist.all_reduce(count)  # key line
loss /= count
print(f"mean of means {means:.3f}, sum over {count} tokens {loss:.3f}, one process {alone:.3f}")
# endregion

assert torch.isclose(loss, alone)  # shows: sum-over-count-right
assert abs(means - alone) > 0.01  # shows: mean-of-means-wrong
dist.destroy_process_group()
