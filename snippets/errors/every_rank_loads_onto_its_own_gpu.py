"""With map_location every rank loads the checkpoint onto its own GPU, and rank 1 holds nothing on GPU 0.

$ torchrun --nproc-per-node 2 snippets/errors/every_rank_loads_onto_its_own_gpu.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# ///
import os

import torch
import torch.distributed as dist

device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
torch.cuda.set_device(device)
dist.init_process_group()
rank = dist.get_rank()

# region resume
model = torch.nn.Linear(1024, 1024, bias=False).to(device)  # 4 MiB
if rank == 0:
    torch.save(model.state_dict(), "checkpoint.pt")
dist.barrier()

state = torch.load("checkpoint.pt", map_location=device)  # key line, else: state = torch.load("checkpoint.pt")
model.load_state_dict(state)
held = torch.cuda.memory_allocated(0) // 2**20
print(f"rank {rank}: loaded onto {state['weight'].device}, has {held} MiB on GPU 0")
# endregion

assert state["weight"].device == device
assert rank == 0 or held == 0
dist.destroy_process_group()
