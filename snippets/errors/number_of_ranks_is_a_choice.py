"""A number of ranks needs no GPU, and auto takes one rank for each CPU where there is none.

$ CUDA_VISIBLE_DEVICES= python snippets/errors/number_of_ranks_is_a_choice.py
"""
# region count
import os

from torch.distributed.run import determine_local_world_size

ranks = determine_local_world_size("2")
auto = determine_local_world_size("auto")  # key line, else: auto = 0
print("ranks:", ranks)
print("auto is the number of CPUs:", auto == os.cpu_count())
# endregion

assert ranks == 2
assert auto == os.cpu_count()  # shows: one-rank-for-each-cpu
