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
options = {"rate": 0.5}
parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int)
options |= vars(parser.parse_args())  # key line
device = torch.device("cuda", options["local_rank"])
dist.init_process_group("gloo")
print(f"rank {dist.get_rank()}: takes {device}")
# endregion

dist.barrier()
assert device.index == dist.get_rank()
dist.destroy_process_group()
