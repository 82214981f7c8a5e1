"""With one seed on all ranks, every rank drops the same positions of its own samples.

$ torchrun --nproc-per-node 4 snippets/batch-size/one_seed_gives_all_ranks_the_same_dropout.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model = torch.nn.Linear(1, 1)"
# stays = "The masks do not depend on the model. The line shows where it is made: below the seed."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region mask
torch.manual_seed(0)  # key line, else: torch.manual_seed(rank)
model = torch.nn.Linear(1, 1)  # and the sampler, the loader ...
mask = torch.nn.functional.dropout(torch.ones(12))
masks = [torch.empty_like(mask) for _ in range(world_size)]
dist.all_gather(masks, mask)
different = len({tuple(one.tolist()) for one in masks})
if rank == 0:
    print(f"{world_size} ranks, distinct masks: {different}")
# endregion

assert different == 1  # refutes: common-also-dropout
dist.destroy_process_group()
