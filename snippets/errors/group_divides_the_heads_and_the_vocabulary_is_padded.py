"""The largest group that divides all heads has 2 ranks, the other factor is data parallel, and the vocabulary is padded.

$ torchrun --nproc-per-node 4 snippets/errors/group_divides_the_heads_and_the_vocabulary_is_padded.py
"""
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
ranks = dist.get_world_size()
sizes = {"query heads": 14, "key heads": 2}
vocabulary = 151_851


def divide(whole, parts):
    assert whole % parts == 0, f"{whole} is not divisible by {parts}"
    return whole // parts


# region group
fits = [n for n in range(1, ranks + 1) if ranks % n == 0 and not any(size % n for size in sizes.values())]
tp = max(fits)  # key line, else: tp = ranks
mesh = init_device_mesh("cpu", (ranks // tp, tp), mesh_dim_names=("dp", "tp"))
padded = -(-vocabulary // tp) * tp
print("dp x tp:", mesh.shape, {name: divide(size, tp) for name, size in sizes.items()})
print(f"vocabulary {vocabulary}, padded {padded}: {divide(padded, tp)} rows on each rank")
# endregion

assert mesh.shape == (2, 2) and vocabulary <= padded < vocabulary + tp
dist.destroy_process_group()
