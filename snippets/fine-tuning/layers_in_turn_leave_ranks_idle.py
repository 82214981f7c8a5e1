"""Layers on four ranks, one after another, as device_map="auto" puts them on GPUs: one rank works, three are idle.

$ torchrun --nproc-per-node 4 snippets/fine-tuning/layers_in_turn_leave_ranks_idle.py
"""
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
layers = [nn.Linear(16, 16, bias=False) for _ in range(4)]
x = torch.randn(4, 16)

# region turn
y, turn = x.clone(), torch.zeros(1)  # the number of layers that ran travels with the activations
if rank > 0:
    dist.recv(y, rank - 1)  # key line, else: dist.recv(torch.empty_like(y), rank - 1)
    dist.recv(turn, rank - 1)
y, turn = layers[rank](y).detach(), turn + 1
if rank < ranks - 1:
    dist.send(y, rank + 1)
    dist.send(turn, rank + 1)
print(f"rank {rank}: works in turn {turn.item():.0f} of {ranks}, idle in {1 - 1 / ranks:.0%} of them")
# endregion

alone = x
for layer in layers:
    alone = layer(alone)
    if layer is layers[rank]:
        assert torch.allclose(y, alone, atol=1e-6)  # shows: output-of-one-process
assert turn == rank + 1  # shows: one-at-a-time
dist.destroy_process_group()
