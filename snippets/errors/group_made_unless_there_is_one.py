"""A function that asks whether there is a group makes it once, and can run as often as you like.

$ torchrun --nproc-per-node 2 snippets/errors/group_made_unless_there_is_one.py
"""
import torch
import torch.distributed as dist


# region train
def train(fold):
    if not dist.is_initialized():  # key line -> ValueError: trying to initialize the default process group twice!
        dist.init_process_group("gloo")
    total = torch.tensor([fold + dist.get_rank() + 1.0])
    dist.all_reduce(total)
    print(f"fold {fold}: sum {total.item()}")
    return total.item()


sums = [train(fold) for fold in range(2)]
# endregion

assert sums == [3, 5]  # 1 + 2, then 2 + 3
dist.destroy_process_group()
