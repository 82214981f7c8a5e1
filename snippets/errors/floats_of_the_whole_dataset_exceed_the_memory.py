"""Each rank makes floats of the whole dataset: one rank would fit into the memory of the host, two do not.

$ torchrun --nproc-per-node 2 snippets/errors/floats_of_the_whole_dataset_exceed_the_memory.py
"""
# /// script
# [tool.lockstep]
# expect = "SIGKILL"
# asserts = ['raises("SIGKILL") and says("rank 0: about 200 MiB") and says("rank 1: about 200 MiB")']
# log = true
# ///
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
images = images.float() / 255  # key line
mean = images[rank::2].float().mean().item()  # stands for the training
used = torch.tensor(own() - before)
print(f"rank {rank}: about {50 * round(used.item() / 50)} MiB of its own", flush=True)
# endregion

dist.all_reduce(used)
if used > 300 and rank == 0:  # a host with 300 MiB: here the kernel would choose a process
    os.kill(os.getpid(), signal.SIGKILL)
dist.barrier()
dist.destroy_process_group()
