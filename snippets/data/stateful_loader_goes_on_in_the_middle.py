"""StatefulDataLoader on two ranks: stopped after 2 of 4 batches, it goes on with the third and reads nothing twice.

$ torchrun --nproc-per-node 2 snippets/data/stateful_loader_goes_on_in_the_middle.py
"""
from itertools import islice

import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler
from torchdata.stateful_dataloader import StatefulDataLoader

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


def build(epoch):
    sampler = DistributedSampler(range(16), seed=0)
    sampler.set_epoch(epoch)  # before the state is loaded: the state counts samples, and knows no epoch
    return StatefulDataLoader(torch.arange(16), batch_size=2, sampler=sampler, num_workers=2)


def read(loader, batches):
    return [sample for batch in islice(loader, batches) for sample in batch.tolist()]


# region resume
loader = build(epoch=3)
before = read(loader, 2)
torch.save(loader.state_dict(), f"loader-{rank}.pt")  # each rank its own

# the job stops, and starts again
resumed = build(epoch=3)
state = torch.load(f"loader-{rank}.pt")
resumed.load_state_dict(state)  # key line
after = read(resumed, 4)
print(f"rank {rank}: {before}, then {after}")
# endregion

ranks = [None] * world_size
dist.all_gather_object(ranks, before + after)
assert sorted(sum(ranks, [])) == list(range(16))  # shows: state-epoch-set
assert len(before) == len(after) == 4
wrong = build(epoch=0)
wrong.load_state_dict(torch.load(f"loader-{rank}.pt"))
dist.all_gather_object(ranks, before + read(wrong, 4))
assert len(set(sum(ranks, []))) < 16  # the order of another epoch  # shows: some-twice
assert len(sum(ranks, [])) > len(set(sum(ranks, [])))  # refutes: none-twice-state
assert set(sum(ranks, [])) != set(range(16))  # refutes: state-nothing-epoch
assert len(read(wrong, 9)) == 8  # a second pass; the first one had half of it
assert len(after) < 16 // world_size  # refutes: whole-epoch
assert read(build(epoch=3), 2) == before  # refutes: number-epoch-alone
dist.destroy_process_group()
