"""With TORCH_DISTRIBUTED_DEBUG=DETAIL a collective runs on gloo, and the constructor of DDP ends in signal 11.

$ torchrun --nproc-per-node 2 snippets/debug/detail_ends_the_constructor_of_ddp_on_gloo.py
"""
# /// script
# [tool.lockstep]
# expect = "SIGSEGV"
# asserts = ['says("the all-reduce ran") and not says("the model is made")']
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

# region make
dist.set_debug_level(dist.DebugLevel.DETAIL)  # key line
dist.init_process_group("gloo")
dist.all_reduce(torch.ones(1))
print("the all-reduce ran", flush=True)
model = DistributedDataParallel(torch.nn.Linear(1, 1))
print("the model is made")
# endregion

dist.destroy_process_group()
