"""A transformer as Llama 3 has it, of any size: grouped heads, a gated MLP, RMSNorm. A view asks for -1 heads."""
import torch
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


class Model(nn.Module):
    """The embedding, the blocks and the head; of `stages` stages it keeps those of stage `at`, by their names."""

    def __init__(self, dim=32, ffn=64, heads=4, kv_heads=2, layers=4, words=64, at=0, stages=1):
        super().__init__()
        self.embedding, self.head = nn.Embedding(words, dim), nn.Linear(dim, words, bias=False)
        self.layers = nn.ModuleDict({str(n): Block(dim, ffn, heads, kv_heads) for n in range(layers)})
        self.norm = nn.RMSNorm(dim)
        held = range(at * layers // stages, (at + 1) * layers // stages)
        [self.layers.pop(name) for name in list(self.layers) if int(name) not in held]
        if at > 0:
            self.embedding = None
        if at < stages - 1:
            self.norm = self.head = None

    def forward(self, x):
        x = self.embedding(x) if self.embedding else x
        for block in self.layers.values():
            x = block(x)
        return self.head(self.norm(x)) if self.head else x


def build(**sizes):
    torch.manual_seed(0)
    return Model(**sizes)


def batch(samples=8, tokens=16, words=64):
    torch.manual_seed(1)
    return torch.randint(words, (samples, tokens)), torch.randint(words, (samples, tokens))


def loss_of(logits, targets):
    return nn.functional.cross_entropy(logits.flatten(0, 1), targets.flatten())
