"""wait() of an NCCL collective holds the stream; the host goes on while the GPU is at work.

$ torchrun --nproc-per-node 1 snippets/gpu/wait_of_nccl_holds_the_stream_not_the_host.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import time

import torch
import torch.distributed as dist

torch.cuda.set_device(0)
dist.init_process_group("nccl")
value, done = torch.ones(1, device="cuda"), torch.cuda.Event()
dist.all_reduce(value)  # the first collective makes the connections
torch.cuda._sleep(1)
torch.cuda.synchronize()

# region wait
torch.cuda._sleep(1_000_000_000)  # key line
work = dist.all_reduce(value, async_op=True)
work.wait()
done.record()
time.sleep(0.05)
early = done.query()
print("after wait() it is done:", early)
torch.cuda.synchronize()
print("after synchronize() it is done:", done.query())
# endregion

assert not early
assert done.query()
dist.destroy_process_group()
