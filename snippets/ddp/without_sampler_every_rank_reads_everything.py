"""Without a sampler each of 4 ranks reads all 8 samples, and nothing complains.

$ torchrun --nproc-per-node 4 snippets/ddp/without_sampler_every_rank_reads_everything.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader

dist.init_process_group("gloo")
reads = torch.zeros(8, dtype=torch.long)  # how often each of 8 samples was read

# region read
loader = DataLoader(range(8), batch_size=2)
for batch in loader:
    reads[batch] += 1
dist.all_reduce(reads)  # key line
if dist.get_rank() == 0:
    steps = len(loader)
    print(f"{steps} steps on each rank, reads of each sample: {reads.tolist()}")
# endregion

assert reads.tolist() == [4] * 8 and len(loader) == 4
dist.destroy_process_group()
