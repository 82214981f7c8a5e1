"""Both ranks look, find no folder, and make it: the second one finds it there.

$ torchrun --nproc-per-node 2 snippets/errors/both_ranks_make_one_folder.py
"""
# /// script
# [tool.lockstep]
# expect = "FileExistsError: [Errno 17] File exists: 'checkpoints'"
# asserts = ['raises("FileExistsError", rank=1, at="os.makedirs") and says("made it", rank=0)']
# ///
import os
import time

import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region make
is_there = os.path.exists("checkpoints")
dist.barrier()  # both have looked

while rank == 1 and not os.path.exists("checkpoints"):
    time.sleep(0.01)  # rank 1 is the slower one
if not is_there:
    os.makedirs("checkpoints")  # key line, else: os.makedirs("checkpoints", exist_ok=True)
    print(f"rank {rank}: made it", flush=True)
# endregion

dist.barrier()
dist.destroy_process_group()
