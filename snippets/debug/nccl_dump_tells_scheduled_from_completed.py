"""The flight recorder of NCCL: a broadcast behind a long kernel is scheduled, and the all_reduce before it is completed.

$ TORCH_FR_BUFFER_SIZE=2000 torchrun --nproc-per-node 1 snippets/debug/nccl_dump_tells_scheduled_from_completed.py
"""

# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import pickle
import time

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_nccl_trace

torch.cuda.set_device(0)
dist.init_process_group("nccl")
weight = torch.ones(4, device="cuda")
torch.cuda._sleep(1)  # the first launch loads the kernel

# region dump
dist.all_reduce(weight)
torch.cuda.synchronize()
torch.cuda._sleep(4_000_000_000)  # key line
dist.broadcast(weight, src=0)
time.sleep(0.5)
dump = pickle.loads(_dump_nccl_trace())
for call in dump["entries"]:
    print(call["collective_seq_id"], call["profiling_name"], call["state"])
# endregion

assert [call["state"] for call in dump["entries"]] == ["completed", "scheduled"]
dist.destroy_process_group()
