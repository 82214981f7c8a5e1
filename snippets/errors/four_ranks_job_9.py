"""A rank that stops early by its own loss leaves the others in the collective of the next step.

$ torchrun --nproc-per-node 4 snippets/errors/four_ranks_job_9.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = [
#   'waits("dist.barrier()", rank=3) and waits("dist.all_reduce(parameter.grad)", rank=0)',
#   'waits("dist.all_reduce(parameter.grad)", rank=1) and waits("dist.all_reduce(parameter.grad)", rank=2)',
# ]
# timeout = 14
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
curves = [[0.9, 0.7, 0.6, 0.5], [0.8, 0.6, 0.5, 0.5], [0.9, 0.6, 0.6, 0.4], [0.7, 0.5, 0.2, 0.2]]
model = torch.nn.Linear(8, 8)


# region train
def average_gradients():
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad)


for epoch, loss in enumerate(curves[rank]):
    if loss < 0.3:  # good enough
        break  # key line
    model(torch.ones(8)).sum().backward()
    average_gradients()
    print(f"rank {rank}: epoch {epoch} done")
dist.barrier()
# endregion

dist.destroy_process_group()
