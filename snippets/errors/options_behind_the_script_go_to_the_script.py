"""torchrun reads the options before the script; what stands behind it goes to the script.

$ torchrun snippets/errors/options_behind_the_script_go_to_the_script.py --nproc-per-node=2
"""
# /// script
# [tool.lockstep]
# expect = "exit 2"
# asserts = ['complains("unrecognized arguments: --nproc-per-node=2")']
# ///
import argparse

import torch.distributed as dist

# region train
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=3)
args = parser.parse_args()  # key line, else: args, others = parser.parse_known_args()
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
print(f"rank {rank} of {world_size}: {args.epochs} epochs")
# endregion

dist.destroy_process_group()
