"""A DistributedSampler has no state of its own: epoch and number of batches done give its position back.

$ torchrun --nproc-per-node 2 snippets/checkpoints/sampler_position_is_epoch_and_batches_done.py
"""
from itertools import islice

import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()


def batches(epoch, done=0):
    sampler = DistributedSampler(range(16), seed=0)
    sampler.set_epoch(epoch)
    loader = DataLoader(range(16), batch_size=2, sampler=sampler)
    return [batch.tolist() for batch in islice(loader, done, None)]


# region position
full = batches(epoch=5)
position = {"epoch": 5, "done": 2}  # key line, else: position = {"epoch": 0, "done": 0}
left = batches(**position)
print(f"rank {rank}: epoch 5 was {full}")
print(f"rank {rank}: left after resume {left}")
# endregion

assert len(full) == 4 and left == full[2:]  # shows: epoch-number-batches-done
assert batches(epoch=0) != full and batches(epoch=5) != left  # shows: place-data-epoch-batches
dist.destroy_process_group()
