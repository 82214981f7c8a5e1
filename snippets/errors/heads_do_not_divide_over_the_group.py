"""14 heads and 4 tensor-parallel ranks: no rank can hold an equal number of whole heads.

$ torchrun --nproc-per-node 4 snippets/errors/heads_do_not_divide_over_the_group.py
"""
# /// script
# [tool.lockstep]
# expect = "AssertionError: 14 is not divisible by 4"
# asserts = ['raises("AssertionError: 14 is not divisible by 4", at="assert whole % parts") and not says("heads on")']
# ///
import torch.distributed as dist

dist.init_process_group("gloo")


# region heads
def divide(whole, parts):
    assert whole % parts == 0, f"{whole} is not divisible by {parts}"
    return whole // parts


tp = dist.get_world_size()  # key line, else: tp = 2
print(f"{divide(14, tp)} heads on each rank")
# endregion

dist.destroy_process_group()
