"""A rank whose batch holds no labels takes a constant as its loss, which leads to no parameter.

$ torchrun --nproc-per-node 2 snippets/errors/rank_without_labels_has_no_graph.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn"
# asserts = [
#   'raises("RuntimeError: element 0 of tensors does not require grad", rank=1, at=".backward()") and first() == 1',
# ]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
ddp = DistributedDataParallel(torch.nn.Linear(1, 1))

# region step
outputs = ddp(torch.ones(2, 1))
labelled = torch.tensor([rank == 0, False])  # rank 1 has no sample with a label
loss = torch.tensor(0.0)  # key line, else: loss = outputs.sum() * 0
if labelled.any():
    loss = outputs[labelled].mean()
loss.backward()
print(f"rank {rank}: step done")
# endregion

dist.destroy_process_group()
