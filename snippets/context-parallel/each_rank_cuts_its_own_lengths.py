"""Borders of documents are told by the whole sequence. Each rank cuts them to its part and counts from its first token.

$ torchrun --nproc-per-node 2 snippets/context-parallel/each_rank_cuts_its_own_lengths.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()

# region cut
whole = torch.tensor([0, 3, 6, 16])  # cu_seqlens of three documents in 16 tokens
begin, end = (16 // ranks * border for border in (rank, rank + 1))
inner = whole[(whole > begin) & (whole < end)]
queries = torch.tensor([begin, *inner, end]) - begin  # key line, else: queries = torch.tensor([begin, *inner, end])
first = whole[whole <= begin].max()  # where the first document of this rank begins
print(f"rank {rank}: queries {queries.tolist()}, keys of its first document from {first} on")
# endregion

assert queries[0] == 0 and queries[-1] == 16 // ranks  # shows: from-its-first-token
assert queries.diff().sum() * ranks == whole[-1]
assert int(first) == [0, 6][rank]  # shows: keys-before-its-part
dist.destroy_process_group()
