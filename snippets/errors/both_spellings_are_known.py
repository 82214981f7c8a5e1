"""A parser may know an argument by two names, so old and new launchers suit it.

$ torchrun --nproc-per-node 1 snippets/errors/both_spellings_are_known.py --local-rank=0
"""
import argparse

import torch
import torch.distributed as dist

# region train
parser = argparse.ArgumentParser()
parser.add_argument("--local-rank", "--local_rank", type=int)  # key line, else: parser.add_argument("--local_rank") -> exit 2
args = parser.parse_args()
device = torch.device("cuda", args.local_rank)
dist.init_process_group("gloo")
print(f"rank {dist.get_rank()}: takes {device}")
# endregion

dist.barrier()
assert device.index == dist.get_rank()
dist.destroy_process_group()
