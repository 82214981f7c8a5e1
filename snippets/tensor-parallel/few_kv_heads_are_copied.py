"""Four ranks and two key heads: a head is held twice, and its gradient is the sum over the two ranks that hold it.

$ torchrun --nproc-per-node 4 snippets/tensor-parallel/few_kv_heads_are_copied.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
pairs = [dist.new_group([first, first + 1]) for first in (0, 2)]
torch.manual_seed(0)
x, queries, keys = torch.randn(3, 8), torch.randn(4, 8, 2), torch.randn(2, 8, 2, requires_grad=True)  # 4 and 2 heads
scores = torch.stack([(x @ queries[head]) @ (x @ keys[head // 2]).T for head in range(4)])  # one process
scores.square().sum().backward()
whole = keys.grad

# region copies
kv = rank * 2 // ranks  # of two key heads, this rank holds one
mine = keys[kv].detach().requires_grad_()
score = (x @ queries[rank]) @ (x @ mine).T  # one query head
score.square().sum().backward()
term = mine.grad.norm().item()
dist.all_reduce(mine.grad, group=pairs[kv])  # key line
print(f"rank {rank}: query head {rank}, key head {kv}; gradient {term:.1f}, summed {mine.grad.norm():.1f}")
# endregion

assert torch.allclose(score, scores[rank], atol=1e-4)  # shows: query-head-own
assert torch.allclose(mine.grad, whole[kv], rtol=1e-4)  # shows: copies-sum
assert kv == [0, 0, 1, 1][rank]  # shows: head-held-twice
assert abs(term - whole[kv].norm().item()) > 1e-3  # shows: own-gradient-term
dist.destroy_process_group()
