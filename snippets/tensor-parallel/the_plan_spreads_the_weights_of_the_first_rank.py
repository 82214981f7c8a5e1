"""With different seeds matrices in the plan get the weights of the first rank; what it leaves out stays different.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/the_plan_spreads_the_weights_of_the_first_rank.py
"""
import torch
import torch.distributed as dist
from _block import PLAN, Block, here
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()


def block_of(seed):
    torch.manual_seed(seed)
    block = Block()
    torch.nn.init.normal_(block.norm1.weight)  # as if it had been trained
    return block


def same(mine):
    """Whether all ranks hold this."""
    parts = [torch.empty_like(mine) for _ in range(ranks)]
    dist.all_gather(parts, mine.contiguous())
    return all(torch.equal(part, mine) for part in parts)


# region seeds
block = block_of(seed=rank)  # key line, else: block = block_of(seed=0)
parallelize_module(block, init_device_mesh("cpu", (ranks,)), PLAN)
first, up, norm = block_of(seed=0), here(block.up.weight), here(block.norm1.weight)
of_first = torch.equal(up, first.up.weight.chunk(ranks)[rank])
print(f"rank {rank}: up is a part of rank 0's {of_first}, norm is equal on all ranks {same(norm)}")
# endregion

assert of_first  # shows: matrices-of-first-rank
assert not same(norm)  # shows: norms-stay-different
dist.destroy_process_group()
