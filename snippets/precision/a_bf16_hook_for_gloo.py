"""A hook of four lines sends the gradient in bfloat16 over gloo: half of the bytes, 8 binary digits.

$ torchrun --nproc-per-node 2 snippets/precision/a_bf16_hook_for_gloo.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
sent = []

# region hook
model = DistributedDataParallel(torch.nn.Linear(1, 1, bias=False))


def in_bf16(state, bucket):
    small = (bucket.buffer() / dist.get_world_size()).bfloat16()  # key line, else: small = bucket.buffer() / dist.get_world_size()
    sent.append(small.nbytes)
    future = dist.all_reduce(small, async_op=True).get_future()
    return future.then(lambda done: bucket.buffer().copy_(done.value()[0]))


model.register_comm_hook(None, in_bf16)
model(torch.tensor([[1 + 2**-9]])).backward()
gradient = model.module.weight.grad
print(f"{sent[0]} B of 4, gradient {gradient.item():.6g} in {gradient.dtype}, exact {1 + 2**-9:.6g}")
# endregion

assert sent == [2] and gradient.item() == 1.0  # shows: half-rounded
dist.barrier()
dist.destroy_process_group()
