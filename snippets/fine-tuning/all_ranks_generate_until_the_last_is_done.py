"""Answers of other lengths under fully_shard: all ranks go on until the last answer is done, or the gathers do not meet.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/all_ranks_generate_until_the_last_is_done.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "model(torch.ones(1, 16))"
# stays = "It gathers weights from all ranks: without it there is nothing to wait for."
# ///
import torch
import torch.distributed as dist
from _adapter import network
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
model = network()
for layer in model:
    fully_shard(layer, mesh=init_device_mesh("cpu", (ranks,)))
ends = [3, 5][rank]  # the token of this rank's end comes then

# region generate
tokens, passes, going = 0, 0, True
with torch.no_grad():
    while going:
        model(torch.ones(1, 16))  # gathers weights from all ranks
        passes += 1
        tokens += passes <= ends  # what comes behind the end is not kept
        going = torch.tensor(int(passes < ends))
        dist.all_reduce(going, dist.ReduceOp.MAX)  # key line
print(f"rank {rank}: keeps {tokens} tokens of {passes} passes")
# endregion

assert (tokens, passes) == (ends, 5)  # shows: keeps-own-tokens-all-passes
dist.destroy_process_group()
