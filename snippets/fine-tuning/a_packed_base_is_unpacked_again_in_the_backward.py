"""A plain product with an unpacked layer keeps it until the backward; one that unpacks again keeps the bytes alone.

$ python snippets/fine-tuning/a_packed_base_is_unpacked_again_in_the_backward.py
"""
import torch
from _nf4 import Packed, unpack
from torch import nn

torch.manual_seed(0)
DIM, LAYERS = 64, 4
layers = [Packed(nn.Linear(DIM, DIM, bias=False)) for _ in range(LAYERS)]
x, found = torch.randn(4, DIM, requires_grad=True), {}  # as behind a layer with adapters


def whole(codes, scales):
    return unpack(codes, scales, (DIM, DIM))


# region again
class Again(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, codes, scales):
        ctx.save_for_backward(codes, scales)
        return x @ whole(codes, scales).T

    @staticmethod
    def backward(ctx, gradient):
        return gradient @ whole(*ctx.saved_tensors), None, None
# endregion


def save(tensor):
    kept.append(tensor)
    return tensor


# region keep
for way in ("plain product", "unpacked again"):
    kept, y = [], x
    with torch.autograd.graph.saved_tensors_hooks(save, lambda tensor: tensor):
        for layer in layers:
            again = way == "unpacked again"  # key line, else: again = False
            y = Again.apply(y, layer.codes, layer.scales) if again else layer(y)
    found[way] = sum(tensor.nbytes for tensor in kept), torch.autograd.grad(y.sum(), x)[0]
    print(f"{way}: keeps {found[way][0]} B of {LAYERS} layers for the backward")
# endregion

plain, again = found["plain product"], found["unpacked again"]
assert plain[0] == LAYERS * DIM * DIM * 4  # shows: unpacked-layers-are-kept
assert again[0] == LAYERS * DIM * DIM * 4.5 / 8  # shows: bytes-alone-are-kept
assert torch.allclose(plain[1], again[1])  # shows: gradient-is-the-same
