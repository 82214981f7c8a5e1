"""Each rank generates until its own answer ends: the one with the longer answer gathers layers that the other no longer gathers, and waits.

$ torchrun --nproc-per-node 2 snippets/errors/longer_answer_waits_for_its_layers.py
"""
# /// script
# [tool.lockstep]
# expect = "hang"
# asserts = ['waits("model(tokens)", rank=0) and waits("dist.barrier()", rank=1)']
# timeout = 8
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
model = nn.Sequential(nn.Embedding(8, 4), nn.Linear(4, 8))
for part in (*model, model):
    fully_shard(part)
END = 7
answer = [[1, 2, 3, END], [1, END]][rank]  # what the model would write; a rank stops at its END

# region generate
tokens = torch.zeros(1, 1, dtype=torch.long)
while tokens[0, -1] != END:  # key line, else: for _ in range(4):
    with torch.no_grad():
        model(tokens)
    token = answer[min(tokens.shape[1], len(answer)) - 1]
    tokens = torch.cat([tokens, torch.tensor([[token]])], 1)
print(f"rank {rank}: {tokens.shape[1] - 1} tokens")
# endregion

dist.barrier()
dist.destroy_process_group()
