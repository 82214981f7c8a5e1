"""An IterableDataset that yields every n-th sample, n = ranks x workers, is read once between them.

$ torchrun --nproc-per-node 2 snippets/errors/stream_split_by_rank_and_worker_is_read_once.py
"""
import itertools

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
reads = torch.zeros(8, dtype=torch.long)  # how often each of 8 samples was read


# region read
class Stream(IterableDataset):
    def __iter__(self):
        samples = range(8)
        worker = get_worker_info()
        readers = world_size * worker.num_workers
        mine = rank * worker.num_workers + worker.id
        yield from itertools.islice(samples, mine, None, readers)  # key line, else: yield from samples


dataset = Stream()
for batch in DataLoader(dataset, batch_size=2, num_workers=2):
    reads[batch] += 1
dist.all_reduce(reads)
print(f"reads of each sample: {reads.tolist()}")
# endregion

assert reads.tolist() == [1] * 8
dist.destroy_process_group()
