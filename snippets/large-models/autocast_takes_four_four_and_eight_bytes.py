"""Under autocast a weight and its gradient stay in fp32: with Adam 4 + 4 + 8 bytes, and DDP adds 4 of buckets.

$ torchrun --nproc-per-node 2 snippets/large-models/autocast_takes_four_four_and_eight_bytes.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = torch.nn.Linear(1000, 1000, bias=False)
weight, buckets, kept = model.weight, [], []


def log_bucket(group, bucket):
    buckets.append(bucket.buffer())
    return allreduce_hook(group, bucket)


def keep(tensor):
    kept.append(tensor)
    return tensor


# region count
ddp = DistributedDataParallel(model)
ddp.register_comm_hook(None, log_bucket)
optimizer = torch.optim.Adam(ddp.parameters())
inputs = torch.ones(1, 1000, requires_grad=True)  # as behind another layer
hooks = torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor)  # see what backward keeps
with hooks, torch.autocast("cpu", dtype=torch.bfloat16):  # key line, else: with torch.autocast("cpu", enabled=False):
    output = ddp(inputs)
output.sum().backward()
optimizer.step()
moments = [t for t in optimizer.state[weight].values() if t.numel() > 1]
copies = [t for t in kept if t.dtype == torch.bfloat16 and t.numel() == weight.numel()]
parts = [weight], [weight.grad], moments, buckets, copies
each = [sum(t.nbytes for t in part) / weight.numel() for part in parts]
print(f"output {output.dtype}; bytes: weight {each[0]:g}, gradient {each[1]:g}, Adam {each[2]:g}, bucket {each[3]:g}")
print(f"bytes of the bf16 copy that is kept until backward: {each[4]:g}")
# endregion

assert output.dtype == torch.bfloat16
assert each == [4, 4, 8, 4, 2]
assert buckets[0].untyped_storage().data_ptr() != weight.grad.untyped_storage().data_ptr()  # not the same memory
dist.destroy_process_group()
