"""The ranks of one machine share its cores, memory and disk. Each has Python's lock, weights and batches of its own.

$ torchrun --nproc-per-node 2 snippets/ddp/ranks_share_the_host_alone.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_gather_object(everyone, (socket.gethostname(), os.cpu_count()))"
# stays = "It collects what the assert compares. Without it both entries are None, which are equal too."
# ///
import ctypes
import os
import shutil
import socket
import tempfile

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler

dist.init_process_group("gloo")
rank = dist.get_rank()
folder = [tempfile.mkdtemp() if rank == 0 else ""]
dist.broadcast_object_list(folder)

# region share
everyone = [None, None]
dist.all_gather_object(everyone, (socket.gethostname(), os.cpu_count()))
host = torch.from_file(f"{folder[0]}/host", shared=True, size=2)  # on the disk and in the memory
model = torch.nn.Linear(1, 1)
model = DistributedDataParallel(model)
if rank == 1:
    host += 1  # key line
    torch.nn.init.constant_(model.module.weight, 7)
dist.barrier()
print(f"rank {rank}: of the host {host.tolist()}, the weight is 7: {model.module.weight.item() == 7}")
# endregion

assert everyone[0] == everyone[1] and host.tolist() == [1, 1]  # shows: host-cores-memory-disk
assert (model.module.weight.item() == 7) == (rank == 1)  # refutes: parameters

pipe = f"{folder[0]}/pipe"
if rank == 0:
    os.mkfifo(pipe)
dist.barrier()
if rank == 0:  # a call through PyDLL keeps Python's lock while it waits for a byte
    moved = ctypes.PyDLL(None).read(os.open(pipe, os.O_RDONLY), ctypes.create_string_buffer(1), 1)
else:  # Python, while rank 0 has its lock
    moved = os.write(os.open(pipe, os.O_WRONLY), b"!")
assert moved == 1  # refutes: lock
dist.barrier()
if rank == 0:
    shutil.rmtree(folder[0])

data = range(4)
batch = next(iter(DataLoader(data, batch_size=2, sampler=DistributedSampler(data))))
dist.all_gather_object(everyone, batch.tolist())
assert not set(everyone[0]) & set(everyone[1])  # refutes: batch-loader
dist.destroy_process_group()
