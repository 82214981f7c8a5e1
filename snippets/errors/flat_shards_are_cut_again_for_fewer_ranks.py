"""Flat shards of four ranks become those of two: joined, freed of padding, cut again.

$ torchrun --nproc-per-node 2 snippets/errors/flat_shards_are_cut_again_for_fewer_ranks.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()


# region cut
def cut(flat: torch.Tensor, ranks: int) -> list[torch.Tensor]:
    padding = -len(flat) % ranks
    return list(torch.nn.functional.pad(flat, (0, padding)).chunk(ranks))


averages = torch.arange(1.0, 11.0)  # of an optimizer with ten parameters
files = cut(averages, 4)  # what four ranks saved
joined = torch.cat(files)[: len(averages)]  # key line, else: joined = torch.cat(files)
mine = cut(joined, ranks)[rank]
print(f"rank {rank}: file of this rank {files[rank].tolist()}, needs {mine.tolist()}")
# endregion

assert torch.equal(mine, cut(averages, ranks)[rank])
assert not torch.equal(mine, files[rank])
assert files[3].tolist() == [10.0, 0.0, 0.0]  # two of the last three are padding
dist.destroy_process_group()
