"""Random sampling with split weights: with one seed all ranks pick the tokens of one process, with own seeds none does.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/sampling_wants_one_seed_in_a_group.py
"""
import torch
import torch.distributed as dist
from _block import PLAN, block_and_input
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
table = torch.randn(8, 16, generator=torch.Generator().manual_seed(1))  # 8 words, also the head
alone, block = block_and_input()[0], block_and_input()[0]
parallelize_module(block, init_device_mesh("cpu", (ranks,)), PLAN)


# region sample
@torch.no_grad()
def sample(block, seed):
    draw, tokens = torch.Generator().manual_seed(seed), [3]
    while len(tokens) < 9:
        logits = block(table[tokens][None])[0, -1] @ table.T  # the same on all ranks
        tokens.append(torch.multinomial((logits / 8).softmax(-1), 1, generator=draw).item())
    return tokens[1:]


expected = sample(alone, seed=7)
one_seed = sample(block, seed=7)
own_seed = sample(block, seed=7 + rank)  # key line, else: own_seed = sample(block, seed=7)
print(f"rank {rank}: one seed {one_seed}, own seed {own_seed}")
# endregion

assert one_seed == expected  # shows: one-seed-as-one-process
dist.all_gather_object(everybody := [None] * ranks, own_seed)
assert everybody[0] != everybody[1]  # shows: own-seeds-part
assert expected not in everybody  # refutes: own-seeds-one-process
dist.destroy_process_group()
