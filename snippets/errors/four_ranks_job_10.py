"""A rank with one batch more waits in backward for ranks that are done.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_10.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'waits("loss.backward()", rank=1) and waits("dist.barrier()", rank=0)',
#   'waits("dist.barrier()", rank=2) and waits("dist.barrier()", rank=3)',
# ]
# timeout = 14
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
files = [["a", "b"], ["c", "d", "e"], ["f", "g"], ["h", "i"]][rank]
model = DistributedDataParallel(torch.nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

# region train
for number, file in enumerate(files, 1):
    optimizer.zero_grad()
    loss = model(torch.ones(2, 4)).mean()
    loss.backward()  # key line
    optimizer.step()
    print(f"rank {rank}: file {number} done")
dist.barrier()
# endregion

dist.destroy_process_group()
