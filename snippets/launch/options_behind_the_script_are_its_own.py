"""What stands behind the script belongs to the script: torchrun starts one rank.

$ torchrun snippets/launch/options_behind_the_script_are_its_own.py --nproc-per-node 2
"""
import sys

import torch.distributed as dist

# region start
dist.init_process_group("gloo")
world_size = dist.get_world_size()  # key line, else: world_size = int(sys.argv[2])
print(f"{world_size} rank, and the script got {sys.argv[1:]}")
# endregion

assert world_size == 1 and sys.argv[1:] == ["--nproc-per-node", "2"]  # shows: rank-script-gets-flag
assert sys.argv[1:]  # shows: rank-script-gets-no
dist.destroy_process_group()
