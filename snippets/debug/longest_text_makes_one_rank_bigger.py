"""Each rank pads to its own longest text, so one rank needs a multiple of what the others need.

$ torchrun --nproc-per-node 4 snippets/debug/longest_text_makes_one_rank_bigger.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
texts = [[30, 28, 31, 25], [29, 33, 27, 30], [26, 31, 120, 28], [32, 24, 30, 29]][rank % 4]  # tokens of each
model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(3)])
saved = {}


def keep(tensor):  # autograd calls it for each tensor that backward will need
    if not isinstance(tensor, torch.nn.Parameter) and tensor.dim() == 2 and tensor.shape[0] != 64:
        saved[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
    return tensor


# region peak
places = len(texts) * max(texts)  # padded
with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
    model(torch.ones(places, 64)).sum()
mine = torch.tensor([sum(saved.values())])
everyone = [torch.zeros_like(mine) for _ in range(dist.get_world_size())]
dist.all_gather(everyone, mine)  # key line
kept = [int(other) for other in everyone]
if rank == 0:
    print(f"kept for backward, by rank: {[number // 1024 for number in kept]} KiB")
    print(f"rank {kept.index(max(kept))} needs {max(kept) / sorted(kept)[-2]:.1f} times as much as the next")
# endregion

assert kept[2] == 4 * 4 * 120 * 64 * 4 and kept.index(max(kept)) == 2  # shows: longest-text-rank-2
assert kept[0] == 4 * 4 * 31 * 64 * 4  # shows: own-longest
assert sum(texts) < 210  # tokens are nearly equal but for one text  # shows: tokens-less-than-twice
dist.destroy_process_group()
