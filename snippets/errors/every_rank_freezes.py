"""Where every rank freezes the same layer, the constructor passes and copies the weights of rank 0.

$ torchrun --nproc-per-node 2 snippets/errors/every_rank_freezes.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 0:"
# stays = "DDP sends the weights of rank 0 to all, so it does not matter what the others had."
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()

# region wrap
backbone, head = torch.nn.Linear(4, 4), torch.nn.Linear(4, 2)
if rank == 0:  # only rank 0 has the pretrained weights
    torch.nn.init.eye_(backbone.weight)
backbone.requires_grad_(False)  # key line
model = torch.nn.Sequential(backbone, head)
trained = [p for p in model.parameters() if p.requires_grad]
print(f"rank {rank}: {len(trained)} parameters to train")
model = DistributedDataParallel(model)
# endregion

assert len(trained) == 2 and torch.equal(backbone.weight, torch.eye(4))
dist.destroy_process_group()
