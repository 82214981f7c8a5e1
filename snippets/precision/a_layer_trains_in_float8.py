"""A linear layer with its three products in float8 learns if each tensor has a scale; without, small gradients are lost.

$ python snippets/precision/a_layer_trains_in_float8.py
"""
import torch

torch.manual_seed(0)
x, target = torch.randn(512, 32), torch.randn(32, 16) / 6
E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2
scaled = True


def cast(value, dtype):
    """The numbers in float8, and what to multiply them by again: the largest becomes the largest of the format."""
    scale = torch.finfo(dtype).max / value.abs().max() if scaled else torch.ones(())
    return (value * scale).to(dtype).contiguous(), 1 / scale


def product(a, b, of_a, of_b):
    (a8, back_a), (b8, back_b) = cast(a, of_a), cast(b.T, of_b)
    return torch._scaled_mm(a8, b8.T, back_a, back_b, out_dtype=torch.float32)


# region layer
class Float8Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        ctx.save_for_backward(x, weight)
        return product(x, weight, E4M3, E4M3)  # digits for activations and weights

    @staticmethod
    def backward(ctx, slope):
        x, weight = ctx.saved_tensors  # range for gradients
        return product(slope, weight.T, E5M2, E4M3), product(x.T, slope, E4M3, E5M2)
# endregion


def train(layer):
    weight = torch.full((32, 16), 0.1).requires_grad_()  # stays in float32
    for _ in range(50):
        loss = (layer(x, weight) - x @ target).square().mean() / 64  # the share of one of 64 micro-batches
        weight.data -= 128 * torch.autograd.grad(loss, weight)[0]
    return 64 * loss.item()


# region train
with_scales, exact = train(Float8Linear.apply), train(torch.matmul)
scaled = False  # key line, else: pass
without = train(Float8Linear.apply)
print(f"loss after 50 steps: float32 {exact:.0e}, float8 {with_scales:.0e}, float8 without scales {without:.1f}")
# endregion

assert exact < with_scales < 0.01  # shows: scales-learn
assert without > 0.1  # shows: without-scales-stalls
