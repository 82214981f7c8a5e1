"""A file that ranks map is in memory once; floats are made of one batch at a time.

$ torchrun --nproc-per-node 2 snippets/errors/mapped_file_is_shared_by_the_ranks.py
"""
import os
import signal

import torch
import torch.distributed as dist


def own():
    """MiB of memory of this process that are no file's. Linux tells."""
    with open("/proc/self/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Anonymous:")) / 1024


dist.init_process_group("gloo")
rank = dist.get_rank()
if rank == 0:
    torch.save(torch.full((400, 1024, 128), 51, dtype=torch.uint8), "images.pt")
dist.barrier()
before = own()

# region load
images = torch.load("images.pt", mmap=True)
means = []
for batch in images[rank::2].split(1):
    batch = batch.float() / 255  # key line, else: batch = batch.float()
    means.append(batch.mean().item())  # stands for the training
used = torch.tensor(own() - before)
print(f"rank {rank}: about {50 * round(used.item() / 50)} MiB of its own", flush=True)
# endregion

dist.all_reduce(used)
if used > 300 and rank == 0:  # a host with 300 MiB: here the kernel would choose a process
    os.kill(os.getpid(), signal.SIGKILL)
assert used < 40 and abs(sum(means) / len(means) - 0.2) < 1e-6
dist.barrier()
dist.destroy_process_group()
