"""Positions are made for the whole sequence and split as the tokens are: each rank has its own.

$ torchrun --nproc-per-node 4 snippets/errors/positions_are_split_like_tokens.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
places, tokens = torch.nn.Embedding(16, 4), torch.arange(16)
alone = places(torch.arange(16))

# region place
positions = torch.arange(16)
mine, positions = (tensor.chunk(ranks)[rank] for tensor in (tokens, positions))  # key line, else: mine, positions = tokens.chunk(ranks)[rank], positions[:4]
x = places(positions)
same = torch.equal(x, alone.chunk(ranks)[rank])
span = f"{positions[0]} to {positions[-1]}"
print(f"rank {rank}: tokens {mine[0]} to {mine[-1]} take positions {span}, as one process: {same}")
# endregion

assert same  # shows: positions-as-one-process
dist.destroy_process_group()
