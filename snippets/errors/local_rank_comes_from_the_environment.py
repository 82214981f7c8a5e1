"""torchrun passes no argument: it sets LOCAL_RANK.

$ torchrun --nproc-per-node 2 snippets/errors/local_rank_comes_from_the_environment.py
"""
import argparse
import os

import torch
import torch.distributed as dist

# region train
parser = argparse.ArgumentParser()
args = parser.parse_args()
args.local_rank = int(os.environ["LOCAL_RANK"])  # key line, else: args.local_rank = 0
device = torch.device("cuda", args.local_rank)
dist.init_process_group("gloo")
print(f"rank {dist.get_rank()}: takes {device}")
# endregion

dist.barrier()
assert device.index == dist.get_rank()
dist.destroy_process_group()
