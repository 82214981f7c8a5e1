"""Under autocast the forward is in bfloat16, and DDP still sends float32 gradients, 4 bytes a parameter.

$ torchrun --nproc-per-node 2 snippets/precision/what_ddp_sends_under_autocast.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
sent = []

# region sends
model = DistributedDataParallel(torch.nn.Linear(8, 8, bias=False))


def look(state, bucket):
    sent.append(bucket.buffer())
    return allreduce_hook(state, bucket)


model.register_comm_hook(None, look)
with torch.autocast("cpu", dtype=torch.bfloat16):  # key line
    output = model(torch.ones(2, 8))
output.sum().backward()
print(f"output {output.dtype}, sent {sent[0].dtype}, {sent[0].nbytes // 64} bytes a parameter")
# endregion

assert output.dtype == torch.bfloat16  # shows: output-bfloat16
assert sent[0].dtype == torch.float32 and sent[0].nbytes == 4 * 64  # shows: sends-float32-4-bytes
dist.destroy_process_group()
