"""Attention splits by heads: rank 1 of 2 has query heads 2 and 3 and key head 1, and nothing is sent before o.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/heads_are_split_over_ranks.py
"""
import torch
import torch.distributed as dist
from _block import PLAN, block_and_input
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
alone, x = block_and_input()
whole = alone.attention.q(x).unflatten(-1, (-1, 4)), alone.attention.k(x).unflatten(-1, (-1, 4))
block, _ = block_and_input()


def numbers(part, whole):
    """Which heads of the whole these are."""
    def has(head):
        return any(torch.allclose(one, whole[:, :, head], atol=1e-5) for one in part.unbind(2))

    return [head for head in range(whole.shape[2]) if has(head)]


# region heads
parallelize_module(block, mesh, PLAN)  # key line, else: pass
with Wire() as wire:
    q, k = block.attention.q(x), block.attention.k(x)
q, k = q.unflatten(-1, (-1, 4)), k.unflatten(-1, (-1, 4))
print(f"rank {rank}: query heads {numbers(q, whole[0])}, key heads {numbers(k, whole[1])}, sent {wire.calls}")
# endregion

assert numbers(q, whole[0]) == [2 * rank, 2 * rank + 1]  # shows: query-heads-2-3
assert numbers(k, whole[1]) == [rank]  # shows: key-head-own
block.attention.o = torch.nn.Identity()
with Wire() as attention:
    block.attention(x)  # all of it, but for o
assert wire.calls == attention.calls == []  # shows: nothing-sent
dist.destroy_process_group()
