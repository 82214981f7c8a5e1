"""With find_unused_parameters each step sends a second all-reduce, though every parameter is used.

$ torchrun --nproc-per-node 2 snippets/errors/needless_search_adds_an_all_reduce.py
"""
# /// script
# [tool.lockstep]
# volatile = ["reducer.cpp"]
# ///
import torch
import torch.distributed as dist
from torch.distributed.tensor.debug import CommDebugMode
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region train
net = torch.nn.Linear(1, 1)
ddp = DistributedDataParallel(net, find_unused_parameters=True)  # key line, else: ddp = DistributedDataParallel(net)
sent = []
for _ in range(4):
    loss = ddp(torch.ones(1, 1)).sum()
    with CommDebugMode() as counter:
        loss.backward()
    sent.append(counter.get_total_counts())
if rank == 0:
    print(f"all-reduces of each step: {sent}")
# endregion

assert sent == [2] * 4  # the gradients, and which parameters were used
dist.destroy_process_group()
