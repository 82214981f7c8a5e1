"""Two ranks with other text each: the mean of their balancing losses says uneven, where the batch of both is even.

$ torchrun --nproc-per-node 2 snippets/experts/mean_of_balances_is_not_the_balance.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import one_hot

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
scores = 3 * torch.eye(4)[[[0, 0, 1, 1], [2, 2, 3, 3]][rank]]  # rank 0 has code, rank 1 has prose, say
probability, share = scores.softmax(-1).mean(0), one_hot(scores.argmax(-1), 4).float().mean(0)


def mean_of_ranks(tensor):
    total = tensor.clone()
    dist.all_reduce(total)
    return total / ranks


# region balance
mine = 4 * (share * probability).sum()
everywhere = mean_of_ranks(share)  # key line, else: everywhere = share
whole = 4 * (everywhere * probability).sum()
print(f"rank {rank}: by its own tokens {mine:.2f}, by those of all ranks {mean_of_ranks(whole):.2f}")
# endregion

assert mean_of_ranks(mine) > 1.5  # shows: own-tokens-uneven
assert torch.allclose(mean_of_ranks(whole), torch.tensor(1.0))  # shows: all-ranks-even
dist.destroy_process_group()
