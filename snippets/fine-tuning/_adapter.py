"""A frozen layer with a trained adapter of low rank beside it, as LoRA has it."""
import torch
from torch import nn


class Adapted(nn.Module):
    """y = base(x) + scale * B A x; B begins at zero."""

    def __init__(self, base, rank=2, scale=2.0):
        super().__init__()
        self.base, self.scale, self.on = base.requires_grad_(False), scale, True
        self.a = nn.Parameter(torch.randn(rank, base.in_features) / base.in_features**0.5)
        self.b = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        y = self.base(x)
        return y + self.scale * (x @ self.a.T @ self.b.T) if self.on else y


def network(dim=16, layers=2, rank=2, seed=0):
    """Layers with adapters, equal on every rank."""
    torch.manual_seed(seed)
    return nn.Sequential(*(Adapted(nn.Linear(dim, dim, bias=False), rank) for _ in range(layers)))


def trained(model):
    return [parameter for parameter in model.parameters() if parameter.requires_grad]


def switch(model, on):
    """All adapters on, or off: then the model is the base."""
    for module in model.modules():
        if isinstance(module, Adapted):
            module.on = on
