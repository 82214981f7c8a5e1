"""A forked worker that reads a list of objects copies its pages; a tensor stays shared with the rank.

$ python snippets/data/list_is_copied_into_the_worker.py
"""
import re

import torch
from torch.utils.data import DataLoader, Dataset


def private():
    """Bytes that this process shares with no other."""
    text = open("/proc/self/smaps_rollup").read()
    return sum(int(kb) << 10 for kb in re.findall(r"Private_\w+:\s+(\d+) kB", text))


class Reads(Dataset):
    def __init__(self, items, look):
        self.items, self.look = items, look

    def __len__(self):
        return 1

    def __getitem__(self, index):
        before = private()
        self.look(self.items)
        return private() - before


class Makes(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return private(), b"a" * (32 << 20)  # a batch of 32 MiB


# region copies
million = [float(n) for n in range(1_000_000)]  # an object for each number
kept = {"list": (million, max), "tensor": (torch.tensor(million), torch.max)}  # key line, else: kept = {"list": (million, max), "tensor": (million, max)}
for kind, (items, look) in kept.items():
    (grown,) = DataLoader(Reads(items, look), batch_size=None, num_workers=1, multiprocessing_context="fork")
    print(f"{kind}: the worker grew by {'over' if grown > 16 << 20 else 'less than'} 16 MiB")
    kept[kind] = grown
# endregion

assert kept["list"] > 16 << 20  # 24 B an object, on nearly every page  # shows: list-copied
assert kept["tensor"] < 16 << 20  # shows: tensor
assert kept["tensor"] < kept["list"] / 2  # refutes: tensor-copied
before = [size for size, _ in DataLoader(Makes(), batch_size=None, num_workers=1, multiprocessing_context="fork")]
assert before[7] - before[3] < 64 << 20  # four batches later, which are 128 MiB  # refutes: workers-keep-batch
