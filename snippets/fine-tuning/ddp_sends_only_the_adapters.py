"""Under DDP only gradients of adapters are sent, and a step is that of one process.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/ddp_sends_only_the_adapters.py
"""
import torch
import torch.distributed as dist
from _adapter import network, trained
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import allreduce_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
x = torch.randn(8, 16, generator=torch.Generator().manual_seed(1))
sent = []


def count(group, bucket):
    sent.append(bucket.buffer().nbytes)
    return allreduce_hook(group, bucket)


# region step
model = DistributedDataParallel(network())
model.register_comm_hook(None, count)
optimizer = torch.optim.AdamW(trained(model), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    (model(x.chunk(ranks)[rank]) - 1).square().mean().backward()  # key line, else: (model.module(x.chunk(ranks)[rank]) - 1).square().mean().backward(); sent.append(512)
    optimizer.step()
held = sum(parameter.nbytes for parameter in model.parameters())
print(f"holds {held} B, sums gradients of {sum(sent) // 2} B in a step")
# endregion

alone = network()
optimizer = torch.optim.AdamW(trained(alone), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    (alone(x) - 1).square().mean().backward()
    optimizer.step()
for mine, expected in zip(trained(model), trained(alone)):
    assert torch.allclose(mine, expected, atol=1e-5)  # shows: that-of-one-process
assert sum(sent) == 2 * sum(parameter.nbytes for parameter in trained(alone))  # shows: adapters-alone-are-sent
assert sum(sent) // 2 < held / 4  # shows: fewer-bytes-than-weights
dist.destroy_process_group()
