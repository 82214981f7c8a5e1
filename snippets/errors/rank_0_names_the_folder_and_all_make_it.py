"""Rank 0 chooses a name that is new and tells it to all ranks; each one makes the folder, whoever comes first.

$ torchrun --nproc-per-node 2 snippets/errors/rank_0_names_the_folder_and_all_make_it.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("rank 0: writes to runs/2") and says("rank 1: writes to runs/2")']
# ///
import os

import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
os.makedirs("runs/1", exist_ok=True)  # an earlier run left it

# region make
name = [None]
if rank == 0:
    newest = max((int(run) for run in os.listdir("runs")), default=0)
    name = [f"runs/{newest + 1}"]
dist.broadcast_object_list(name, src=0)

os.makedirs(name[0], exist_ok=True)  # key line, else: os.makedirs(name[0]) -> FileExistsError: [Errno 17] File
print(f"rank {rank}: writes to {name[0]}")
# endregion

dist.barrier()
assert sorted(os.listdir("runs")) == ["1", "2"]
dist.destroy_process_group()
