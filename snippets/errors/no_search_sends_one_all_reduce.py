"""Without find_unused_parameters each step of a small model sends one all-reduce, and nothing warns.

$ torchrun --nproc-per-node 2 snippets/errors/no_search_sends_one_all_reduce.py
"""
import torch
import torch.distributed as dist
from torch.distributed.tensor.debug import CommDebugMode
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region train
net = torch.nn.Linear(1, 1)
ddp = DistributedDataParallel(net)  # key line, else: ddp = DistributedDataParallel(net, find_unused_parameters=True)
sent = []
for _ in range(4):
    loss = ddp(torch.ones(1, 1)).sum()
    with CommDebugMode() as counter:
        loss.backward()
    sent.append(counter.get_total_counts())
if rank == 0:
    print(f"all-reduces of each step: {sent}")
# endregion

assert sent == [1] * 4  # the gradients
dist.destroy_process_group()
