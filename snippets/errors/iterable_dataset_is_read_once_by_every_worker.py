"""An IterableDataset on 2 ranks with 2 workers each: every sample is read 4 times, and nothing complains.

$ torchrun --nproc-per-node 2 snippets/errors/iterable_dataset_is_read_once_by_every_worker.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, IterableDataset

dist.init_process_group("gloo")
world_size = dist.get_world_size()
reads = torch.zeros(8, dtype=torch.long)  # how often each of 8 samples was read


# region read
class Stream(IterableDataset):
    def __iter__(self):
        samples = range(8)
        yield from samples


dataset = Stream()  # key line, else: dataset = range(8)
for batch in DataLoader(dataset, batch_size=2, num_workers=2):
    reads[batch] += 1
dist.all_reduce(reads)
print(f"reads of each sample: {reads.tolist()}")
# endregion

assert reads.tolist() == [world_size * 2] * 8
dist.destroy_process_group()
