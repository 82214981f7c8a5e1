"""With a DistributedSampler 4 ranks read each sample once between them.

$ torchrun --nproc-per-node 4 snippets/ddp/sampler_shares_out_the_samples.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
reads = torch.zeros(8, dtype=torch.long)  # how often each of 8 samples was read

# region read
sampler = DistributedSampler(range(8))  # key line, else: sampler = None
loader = DataLoader(range(8), batch_size=2, sampler=sampler)
for batch in loader:
    reads[batch] += 1
dist.all_reduce(reads)
if dist.get_rank() == 0:
    print(f"{len(loader)} step on each rank, reads of each sample: {reads.tolist()}")
# endregion

assert reads.tolist() == [1] * 8 and len(loader) == 1
dist.destroy_process_group()
