"""Ten samples on four ranks: three each, two of them twice; a batch of four with drop_last leaves no step at all.

$ torchrun --nproc-per-node 4 snippets/fine-tuning/a_small_data_set_has_no_whole_batch.py
"""
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank, found = dist.get_rank(), {}
samples = list(range(10))

# region steps
for drop in (False, True):
    sampler = DistributedSampler(samples, shuffle=False)
    loader = DataLoader(samples, batch_size=4, sampler=sampler, drop_last=drop)  # key line, else: loader = DataLoader(samples, batch_size=4, sampler=sampler)
    found[drop] = len(loader)
    print(f"rank {rank}: drop_last={drop}: samples {list(sampler)}, {found[drop]} steps an epoch")
# endregion

read = [None] * 4
dist.all_gather_object(read, list(DistributedSampler(samples, shuffle=False)))
assert len(sum(read, [])) == 12 and len(set(sum(read, []))) == 10  # shows: two-samples-twice
assert found == {False: 1, True: 0}  # shows: drop-last-no-step
dist.destroy_process_group()
