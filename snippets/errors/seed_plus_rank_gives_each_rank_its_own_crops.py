"""Seed plus rank, set before the loader starts its workers, gives each rank its own augmentations.

$ torchrun --nproc-per-node 2 snippets/errors/seed_plus_rank_gives_each_rank_its_own_crops.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model = torch.nn.Linear(1, 1)"
# stays = "It shows where the model is made: before the seed of each rank. The crops do not depend on it."
# ///
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, Dataset, DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()


class Images(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return index, torch.randint(32, ())  # where the random crop of this image begins


# region crop
torch.manual_seed(0)
model = torch.nn.Linear(1, 1)  # equal on all ranks
torch.manual_seed(0 + rank)  # key line
sampler = DistributedSampler(Images())
loader = DataLoader(Images(), 4, sampler=sampler, num_workers=2)
images, crops = next(iter(loader))  # crops: torch.randint(32, ()) in __getitem__
print(f"rank {rank}: images {images.tolist()}, crops at {crops.tolist()}")
# endregion

everywhere = [torch.empty_like(crops) for _ in range(2)]
dist.all_gather(everywhere, crops)
assert not torch.equal(everywhere[0], everywhere[1])
dist.destroy_process_group()
