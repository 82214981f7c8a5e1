"""Each rank counts its tokens from 0: ranks 1 to 3 take the embeddings of the first positions, and no error appears.

$ torchrun --nproc-per-node 4 snippets/errors/positions_begin_at_zero_on_each_rank.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
places, tokens = torch.nn.Embedding(16, 4), torch.arange(16)
alone = places(torch.arange(16))

# region place
mine = tokens.chunk(ranks)[rank]
positions = torch.arange(len(mine))  # key line, else: positions = mine
x = places(positions)
same = torch.equal(x, alone.chunk(ranks)[rank])
span = f"{positions[0]} to {positions[-1]}"
print(f"rank {rank}: tokens {mine[0]} to {mine[-1]} take positions {span}, as one process: {same}")
# endregion

assert same == (rank == 0)  # shows: right-on-rank-zero-alone
dist.destroy_process_group()
