"""An endless stream, cut to a number of steps that all ranks know: nobody waits at the end.

$ torchrun --nproc-per-node 2 snippets/data/fixed_number_of_steps_ends_together.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(batch)"
# stays = "In a training it is the all-reduce of backward, in which a rank with fewer batches would be missed."
# ///
from itertools import islice

import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, IterableDataset

dist.init_process_group("gloo")
rank = dist.get_rank()
share = [list(range(12)), list(range(12, 20))][rank]  # unequal, as files make them


# region steps
class Endless(IterableDataset):
    def __iter__(self):
        while True:  # key line, else: for _ in range(1):
            yield from share


seen = torch.zeros(20, dtype=torch.long)
for batch in islice(DataLoader(Endless(), batch_size=2), 5):  # 20 samples, 2 ranks of 2: 5 steps
    seen[batch] += 1
    dist.all_reduce(batch)  # stands for the training step
print(f"rank {rank}: 5 steps, {seen.sum()} samples")
# endregion

assert seen.sum() == 10  # shows: five-steps
dist.all_reduce(seen)
assert seen[:10].tolist() == [1] * 10 and seen[10:12].tolist() == [0, 0]  # shows: two-not-read
assert seen[12:].tolist() == [2, 2] + [1] * 6  # shows: two-read-twice
dist.destroy_process_group()
