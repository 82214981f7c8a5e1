"""A transformer of such layers, whole or a stage of it, with a batch and a loss."""
import torch
from _block import Block
from torch import nn


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
