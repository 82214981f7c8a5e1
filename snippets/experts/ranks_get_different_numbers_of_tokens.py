"""Rows come by rank, and then by expert: the counts that came first tell how many they are, and whose.

$ torchrun --nproc-per-node 2 snippets/experts/ranks_get_different_numbers_of_tokens.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
chosen = torch.tensor([[0, 0, 1, 2, 0], [3, 0, 2, 0, 0]][rank])  # the expert of each of five tokens
tokens = torch.arange(5.0) + 10 * rank

# region counts
sends = chosen.bincount(minlength=4)  # two experts on each rank
comes = torch.empty_like(sends)
dist.all_to_all_single(comes, sends)
output, inputs = (counts.view(2, 2).sum(1).tolist() for counts in (comes, sends))
rows = torch.full((sum(output),), -1.0)
dist.all_to_all_single(rows, tokens[chosen.argsort(stable=True)], output, inputs)
expert = torch.arange(2).repeat(2).repeat_interleave(comes) + 2 * rank  # key line, else: expert = torch.arange(2).repeat_interleave(comes.view(2, 2).sum(0)) + 2 * rank
told = {int(one): rows[expert == one].tolist() for one in expert.unique()}
print(f"rank {rank}: gets {output} rows, by expert {told}")
# endregion

expected = [{0: [0.0, 1.0, 4.0, 11.0, 13.0, 14.0], 1: [2.0]}, {2: [3.0, 12.0], 3: [10.0]}][rank]
assert told == expected  # shows: rows-by-expert
assert sum(output) == [7, 3][rank]  # shows: uneven-rows
dist.barrier()
dist.destroy_process_group()
