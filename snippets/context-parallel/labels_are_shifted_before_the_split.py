"""Labels are shifted on the whole sequence and then split. Shifted on each part, the last token of each part has none.

$ torchrun --nproc-per-node 2 snippets/context-parallel/labels_are_shifted_before_the_split.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
tokens = torch.arange(1, 9)


# region shift
def shift(tokens):
    """The next token is the label of a token; the last has none, which cross_entropy writes as -100."""
    return torch.cat([tokens[1:], torch.tensor([-100])])


before = shift(tokens).chunk(ranks)[rank]  # key line, else: before = shift(tokens.chunk(ranks)[rank])
mine = tokens.chunk(ranks)[rank]
after = shift(mine)
print(f"rank {rank}: tokens {mine.tolist()}, labels {before.tolist()}, shifted too late {after.tolist()}")
# endregion

counted = torch.tensor([(before != -100).sum(), (after != -100).sum()])
dist.all_reduce(counted)
assert counted.tolist() == [7, 6]  # shows: seven-labels-not-six
if rank == 0:
    assert before[-1] == 5  # shows: label-of-the-next-rank
dist.destroy_process_group()
