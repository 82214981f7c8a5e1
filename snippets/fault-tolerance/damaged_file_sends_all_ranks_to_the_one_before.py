"""A shard of step 4 is damaged on rank 1; all ranks agree on step 2, the newest of which every shard is whole.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/damaged_file_sends_all_ranks_to_the_one_before.py
"""
import hashlib
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()


def path(step):
    return Path(f"step{step}_rank{rank}.pt")


# region save
def save(step):
    torch.save({"step": step}, path(step))
    path(step).with_suffix(".sha256").write_text(hashlib.sha256(path(step).read_bytes()).hexdigest())


def whole(step):
    digest = hashlib.sha256(path(step).read_bytes()).hexdigest()
    return digest == path(step).with_suffix(".sha256").read_text()
# endregion


for step in (2, 4):
    save(step)
if rank == 1:
    data = bytearray(path(4).read_bytes())
    data[len(data) // 2] ^= 1
    path(4).write_bytes(data)

# region choose
for step in (4, 2):  # the newest first
    good = torch.tensor(float(whole(step)))
    dist.all_reduce(good, dist.ReduceOp.MIN)  # key line
    if good:
        break
print(f"rank {rank}: own file of step 4 whole: {whole(4)}, loads step {torch.load(path(step))['step']}")
# endregion

assert step == 2 and whole(4) == (rank != 1)
dist.destroy_process_group()
