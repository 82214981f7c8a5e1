"""A link is cut: no rank is told, and each waits until its own timeout.

$ torchrun --nnodes 2 --rdzv-backend c10d --rdzv-endpoint node0:29400 \
    snippets/machines/link_is_cut_in_mid_training.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Timed out waiting"
# asserts = [
#   'raises("RuntimeError: Timed out waiting", rank=0) and raises("RuntimeError: Timed out waiting", rank=1)',
#   '''(says("step 2 done", rank=0) and says("step 2 done", rank=1) and not says("step 3 done")
#      and raises("RuntimeError"))''',
# ]
# events = ["waits for the cable: cut node1", "rank1]: RuntimeError: kill node1"]
# ///
from datetime import timedelta

import torch
import torch.distributed as dist

# region loop
dist.init_process_group("gloo", timeout=timedelta(seconds=10))  # key line, else: dist.init_process_group("gloo") -> hang
rank = dist.get_rank()
for step in range(1, 6):
    if step == 3 and rank == 0:
        input("rank 0: waits for the cable to be pulled, then for Enter\n")
    dist.all_reduce(torch.ones(1))
    print(f"rank {rank}: step {step} done", flush=True)
# endregion
