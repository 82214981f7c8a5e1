"""mp.spawn gives a function its rank and no variables, and raises the rank's own error in the first process.

$ python snippets/launch/spawn_raises_the_error_of_the_rank.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: sample 7 is bad"
# asserts = ['complains("ProcessRaisedException") and complains("ValueError: sample 7 is bad")']
# ///
import os

import torch.distributed as dist
import torch.multiprocessing as mp


# region train
def train(rank, world_size, path):
    assert "RANK" not in os.environ  # the number comes as an argument
    dist.init_process_group("gloo", f"file://{path}", rank=rank, world_size=world_size)
    dist.barrier()
    if rank == 1:
        raise ValueError("sample 7 is bad")  # key line


if __name__ == "__main__":
    mp.spawn(train, args=(2, os.path.abspath("group")), nprocs=2)
    # endregion
    print("all ranks are done")
