"""When every rank validates a share through the wrapper, the sums of the ranks give the accuracy.

$ torchrun --nproc-per-node 2 snippets/errors/every_rank_validates_a_share.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model(samples).sum().backward()"
# stays = "It stands for the training of the epoch. What is printed comes from the validation below."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
samples = torch.tensor([[0.0], [2.0]]) + rank
held_out = torch.arange(6.0).reshape(6, 1)
norm, last = torch.nn.BatchNorm1d(1), torch.nn.Linear(1, 1)
model = DistributedDataParallel(torch.nn.Sequential(norm, last))

# region train
for epoch in range(2):
    model.train()
    model(samples).sum().backward()
    model.eval()
    with torch.no_grad():
        scores = model(held_out[rank::world_size])
    total = torch.stack([scores.sum(), torch.tensor(len(scores) + 0.0)])
    dist.all_reduce(total)  # key line
    if rank == 0:
        print(f"epoch {epoch}: validated {total[1].item():.0f} samples")
# endregion

assert total[1] == len(held_out)
with torch.no_grad():
    assert torch.allclose(total[0], model.module(held_out).sum(), atol=1e-5)
dist.destroy_process_group()
