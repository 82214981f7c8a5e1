"""A validation through the module inside the wrapper sends nothing, so rank 0 can run it alone.

$ torchrun --nproc-per-node 2 snippets/errors/validation_through_the_module_inside.py
"""
# /// script
# [tool.lockstep]
# timeout = 15
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
            scores = model.module(samples)  # key line, else: scores = model(samples) -> hang
        print(f"epoch {epoch}: validated {len(scores)} samples")
    dist.barrier()  # rank 1 waits for the validation
# endregion

if rank == 0:
    width = (norm.running_var + norm.eps).sqrt()
    assert torch.allclose(scores, last((samples - norm.running_mean) / width), atol=1e-6)
    assert torch.allclose(norm.running_mean, torch.tensor(1 - 0.9**2), atol=1e-6)  # two steps, mean 1
dist.destroy_process_group()
