"""A function that makes the group can run once only: the group stays when it returns.

$ torchrun --nproc-per-node 2 snippets/errors/group_made_in_every_fold.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: trying to initialize the default process group twice!"
# ///
import torch
import torch.distributed as dist


# region train
def train(fold):
    dist.init_process_group("gloo")  # key line, else: dist.is_initialized() or dist.init_process_group("gloo")
    total = torch.tensor([fold + dist.get_rank() + 1.0])
    dist.all_reduce(total)
    print(f"fold {fold}: sum {total.item()}")
    return total.item()


sums = [train(fold) for fold in range(2)]
# endregion

assert sums == [3, 5]  # 1 + 2, then 2 + 3
dist.destroy_process_group()
