"""A rank whose answer has ended goes on with empty forwards until all are done: every rank gathers the layers equally often.

$ torchrun --nproc-per-node 2 snippets/errors/all_ranks_generate_until_all_are_done.py
"""
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
tokens, forwards, going = torch.zeros(1, 1, dtype=torch.long), 0, torch.tensor(1)
while going:
    with torch.no_grad():
        model(tokens)
    forwards += 1
    if tokens[0, -1] != END:
        token = answer[tokens.shape[1] - 1]
        tokens = torch.cat([tokens, torch.tensor([[token]])], 1)
    going = (tokens[0, -1] != END).int()
    dist.all_reduce(going, dist.ReduceOp.MAX)  # key line, else: pass -> hang
print(f"rank {rank}: {tokens.shape[1] - 1} tokens in {forwards} forwards")
# endregion

dist.barrier()
assert tokens.shape[1] - 1 == [4, 2][rank]  # shows: tokens-of-its-own-answer
assert forwards == 4  # shows: forwards-of-the-longest
dist.destroy_process_group()
