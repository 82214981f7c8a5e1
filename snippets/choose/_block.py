"""A layer as in Llama 3, of any size: grouped heads, gated MLP, RMSNorm; and how TP cuts it. A view has -1 heads."""
from torch import nn
from torch.distributed.tensor import Replicate
from torch.distributed.tensor.parallel import ColwiseParallel, PrepareModuleInput, RowwiseParallel

# the slopes of an input of several matrices are summed once
ONCE = PrepareModuleInput(input_layouts=Replicate(), desired_input_layouts=Replicate())
BLOCK = {"attention": ONCE, "mlp": ONCE, "attention.o": RowwiseParallel(), "mlp.down": RowwiseParallel()}
BLOCK |= dict.fromkeys(("attention.q", "attention.k", "attention.v", "mlp.gate", "mlp.up"), ColwiseParallel())
ENDS = {"embedding": RowwiseParallel(input_layouts=Replicate()), "head": ColwiseParallel(output_layouts=Replicate())}


class Attention(nn.Module):
    def __init__(self, dim, heads, kv_heads):
        super().__init__()
        self.size = dim // heads  # the size of a head is the same on any number of ranks
        self.q, self.o = nn.Linear(dim, dim, bias=False), nn.Linear(dim, dim, bias=False)
        self.k, self.v = (nn.Linear(dim, kv_heads * self.size, bias=False) for _ in range(2))

    def forward(self, x):
        q, k, v = (part(x).unflatten(-1, (-1, self.size)).transpose(1, 2) for part in (self.q, self.k, self.v))
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        return self.o(y.transpose(1, 2).flatten(2))


class MLP(nn.Module):
    def __init__(self, dim, ffn):
        super().__init__()
        self.gate, self.up = (nn.Linear(dim, ffn, bias=False) for _ in range(2))
        self.down = nn.Linear(ffn, dim, bias=False)

    def forward(self, x):
        return self.down(nn.functional.silu(self.gate(x)) * self.up(x))


class Block(nn.Module):
    def __init__(self, dim, ffn, heads, kv_heads):
        super().__init__()
        self.norm1, self.norm2 = nn.RMSNorm(dim), nn.RMSNorm(dim)
        self.attention, self.mlp = Attention(dim, heads, kv_heads), MLP(dim, ffn)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))
