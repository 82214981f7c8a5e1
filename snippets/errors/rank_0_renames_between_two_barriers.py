"""One rank renames the folder, after all have written and before anybody reads.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/rank_0_renames_between_two_barriers.py
"""
import os

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region save
os.makedirs("tmp-step-10", exist_ok=True)
torch.save({"step": 10}, f"tmp-step-10/rank-{rank}.pt")
dist.barrier()  # all files are written
if rank == 0:  # key line, else: if True: -> FileNotFoundError: [Errno 2]
    os.rename("tmp-step-10", "step-10")
dist.barrier()  # the folder has its name
state = torch.load(f"step-10/rank-{rank}.pt")
print(f"rank {rank}: reads step", state["step"])
# endregion

assert sorted(os.listdir("step-10")) == ["rank-0.pt", "rank-1.pt"]  # shows: both-files-one-folder
assert not os.path.exists("tmp-step-10")  # refutes: no-temporary-folder
dist.destroy_process_group()
