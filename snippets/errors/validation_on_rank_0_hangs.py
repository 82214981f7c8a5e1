"""With BatchNorm, a validation on rank 0 alone waits: the wrapper broadcasts the buffers first.

$ torchrun --nproc-per-node 2 snippets/errors/validation_on_rank_0_hangs.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'waits("model(samples)", rank=0) and waits("_sync_buffers", rank=0) and waits("dist.barrier()", rank=1)',
# ]
# timeout = 5
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
samples = torch.tensor([[0.0], [2.0]]) + rank
norm, last = torch.nn.BatchNorm1d(1), torch.nn.Linear(1, 1)
model = DistributedDataParallel(torch.nn.Sequential(norm, last))

# region train
for epoch in range(2):
    model.train()
    model(samples).sum().backward()
    if rank == 0:
        model.eval()
        with torch.no_grad():
            scores = model(samples)  # key line, else: scores = model.module(samples)
        print(f"epoch {epoch}: validated {len(scores)} samples")
    dist.barrier()  # rank 1 waits for the validation
# endregion

dist.destroy_process_group()
