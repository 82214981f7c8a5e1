"""A parser that knows --local_rank refuses the --local-rank that torch.distributed.launch passes.

$ torchrun --nproc-per-node 1 snippets/errors/dashed_local_rank_is_not_known.py --local-rank=0
"""
# /// script
# [tool.lockstep]
# expect = "exit 2"
# ///
import argparse

import torch
import torch.distributed as dist

# region train
parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)  # key line, else: parser.add_argument("--local-rank", type=int)
args = parser.parse_args()
device = torch.device("cuda", args.local_rank)
dist.init_process_group("gloo")
print(f"rank {dist.get_rank()}: takes {device}")
# endregion

dist.barrier()
assert device.index == dist.get_rank()
dist.destroy_process_group()
