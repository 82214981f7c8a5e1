"""Simulation: copies between devices that are all the CPU, as autograd sees them, counted in `moved`, in bytes."""

import collections

import torch

moved = collections.Counter()  # bytes by what they are
events = []  # what happened in backward, in order
sums = []  # for each parameter, the gradients of all replicas, as they were summed


def copy(tensor, kind):
    """A tensor as it arrives on another device."""
    moved[kind] += tensor.nbytes
    return tensor.clone()


class Broadcast(torch.autograd.Function):
    """As torch/nn/parallel/_functions.py: copies go forward, and the sum of all gradients comes back."""

    @staticmethod
    def forward(ctx, devices, *tensors):
        ctx.count = len(tensors)
        return tensors + tuple(copy(tensor, "weights") for _ in range(1, devices) for tensor in tensors)

    @staticmethod
    def backward(ctx, *grads):
        own, others = grads[: ctx.count], [copy(grad, "gradients") for grad in grads[ctx.count :]]
        events.append("sum of all gradients")
        found = [[grad, *others[at :: ctx.count]] for at, grad in enumerate(own)]
        sums.extend(found)
        return None, *(sum(parts) for parts in found)


class Gather(torch.autograd.Function):
    """Outputs go to the first device, and the gradient of each goes back to its own."""

    @staticmethod
    def forward(ctx, *outputs):
        ctx.sizes = [len(output) for output in outputs]
        return torch.cat([outputs[0], *(copy(output, "outputs") for output in outputs[1:])])

    @staticmethod
    def backward(ctx, grad):
        first, *others = grad.split(ctx.sizes)
        return first, *(copy(part, "gradients of outputs") for part in others)
