"""A DataLoader refuses a sampler for an IterableDataset: a stream has no indices to share out.

$ torchrun --nproc-per-node 2 snippets/errors/iterable_dataset_takes_no_sampler.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: DataLoader with IterableDataset: expected unspecified sampler option"
# asserts = ['raises("ValueError: expected unspecified sampler option", at="sampler=sampler")']
# volatile = ["but got sampler="]
# ///
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler, IterableDataset

dist.init_process_group("gloo")


# region read
class Stream(IterableDataset):
    def __iter__(self):
        samples = range(8)
        yield from samples

    def __len__(self):
        return 8


dataset = Stream()
sampler = DistributedSampler(dataset)  # key line, else: sampler = None
loader = DataLoader(dataset, batch_size=2, sampler=sampler)
# endregion

dist.destroy_process_group()
