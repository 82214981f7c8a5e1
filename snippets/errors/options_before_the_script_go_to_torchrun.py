"""Before the script the number of ranks reaches torchrun, and behind it the script has its own options.

$ torchrun --nproc-per-node 2 snippets/errors/options_before_the_script_go_to_torchrun.py --epochs=5
"""
import argparse

import torch.distributed as dist

# region train
parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=3)
args = parser.parse_args()  # key line, else: args = parser.parse_args([])
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
print(f"rank {rank} of {world_size}: {args.epochs} epochs")
# endregion

assert (world_size, args.epochs) == (2, 5)
dist.destroy_process_group()
