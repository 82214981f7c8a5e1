"""A rank whose list of losses is empty all-reduces an int64 where the others send a float32, and gloo aborts.

$ torchrun --nproc-per-node 2 snippets/errors/sum_of_no_losses_has_another_dtype.py
"""
# /// script
# [tool.lockstep]
# expect = "SIGABRT"
# asserts = [
#   'raises("SIGABRT", rank=0) and says("sends torch.float32", rank=0) and says("sends torch.int64", rank=1)',
#   'complains("gloo::EnforceNotMet", rank=0)',
# ]
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
validation = {0: [0.5, 1.0], 1: []}  # key line, else: validation = {0: [0.5, 1.0], 1: [0.25]}

# region mean
losses = validation[rank]  # rank 1 has no batch
total = torch.tensor(sum(losses))
print(f"rank {rank}: sends {total.dtype}", flush=True)
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

dist.destroy_process_group()
