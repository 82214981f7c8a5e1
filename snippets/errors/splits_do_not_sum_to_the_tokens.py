"""all_to_all_single is told to send five of four tokens.

$ torchrun --nproc-per-node 2 snippets/errors/splits_do_not_sum_to_the_tokens.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Split sizes doesn't match total dim 0 size"
# asserts = ['raises("RuntimeError: Split sizes", rank=0, at="dist.all_to_all_single(")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

tokens = torch.arange(4.0) + 10 * rank

# region route
sends = [2, 3]  # key line, else: sends = [2, 2]
received = torch.zeros(4)
dist.all_to_all_single(received, tokens, [2, 2], sends)
print(f"rank {rank}: {received.tolist()}")
# endregion

dist.destroy_process_group()
