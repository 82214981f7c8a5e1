"""A transformer block: attention with grouped heads, and an MLP. A view asks for -1 heads, so it takes what it gets."""
import torch
from torch import nn
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import ColwiseParallel, PrepareModuleInput, RowwiseParallel, SequenceParallel

INNER = dict.fromkeys(("attention.q", "attention.k", "attention.v"), ColwiseParallel())
PLAN = INNER | {
    "attention": PrepareModuleInput(input_layouts=Replicate(), desired_input_layouts=Replicate()),
    "attention.o": RowwiseParallel(),
    "up": ColwiseParallel(),
    "down": RowwiseParallel(),
}
SEQUENCE = INNER | {
    "norm1": SequenceParallel(),
    "attention": PrepareModuleInput(input_layouts=Shard(1), desired_input_layouts=Replicate()),
    "attention.o": RowwiseParallel(output_layouts=Shard(1)),
    "norm2": SequenceParallel(),
    "up": ColwiseParallel(input_layouts=Shard(1)),
    "down": RowwiseParallel(output_layouts=Shard(1)),
}


class Attention(nn.Module):
    def __init__(self, dim, heads, kv_heads):
        super().__init__()
        self.size = dim // heads  # the size of a head is the same on any number of ranks
        self.q, self.o = nn.Linear(dim, dim, bias=False), nn.Linear(dim, dim, bias=False)
        self.k, self.v = (nn.Linear(dim, kv_heads * self.size, bias=False) for _ in range(2))
        self.cache = None

    def forward(self, x):
        q, k, v = (part(x).unflatten(-1, (-1, self.size)).transpose(1, 2) for part in (self.q, self.k, self.v))
        if self.cache is not None:  # generation: the keys and values of earlier tokens come first
            self.cache[:] = k, v = [torch.cat(pair, 2) for pair in zip(self.cache, (k, v), strict=True)]
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=q.shape[2] > 1, enable_gqa=True)
        return self.o(y.transpose(1, 2).flatten(2))


class Block(nn.Module):
    def __init__(self, dim=16, heads=4, kv_heads=2):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.attention = Attention(dim, heads, kv_heads)
        self.up, self.down = nn.Linear(dim, 4 * dim, bias=False), nn.Linear(4 * dim, dim, bias=False)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.down(nn.functional.gelu(self.up(self.norm2(x))))


def block_and_input(batch=2, tokens=8, dim=16, heads=4, kv_heads=2):
    """The same block and input on every rank."""
    torch.manual_seed(0)
    return Block(dim, heads, kv_heads), torch.randn(batch, tokens, dim)


def here(weight):
    """The part of a weight that this rank holds."""
    return weight.to_local() if hasattr(weight, "to_local") else weight
