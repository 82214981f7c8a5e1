"""Simulation: devices that are all the CPU. torch's own DataParallel.forward and replicate run. Scatter, threads,
gather and the copies are stand-ins, because torch's own refuse CPU tensors. Each copy is counted in `moved`, in bytes.
"""

import collections
import importlib
import threading

import torch

moved = collections.Counter()  # bytes by what they are
events = []  # what happened in backward, in order
sums = []  # for each parameter, the gradients of all replicas, as they were summed


def _copy(tensor, kind):
    """A tensor as it arrives on another device."""
    moved[kind] += tensor.nbytes
    return tensor.clone()


class Broadcast(torch.autograd.Function):
    """As torch/nn/parallel/_functions.py: copies go forward, and the sum of all gradients comes back."""

    @staticmethod
    def forward(ctx, devices, *tensors):
        ctx.count = len(tensors)
        return tensors + tuple(_copy(tensor, "weights") for _ in range(1, devices) for tensor in tensors)

    @staticmethod
    def backward(ctx, *grads):
        own, others = grads[: ctx.count], [_copy(grad, "gradients") for grad in grads[ctx.count :]]
        events.append("sum of all gradients")
        found = [[grad, *others[at :: ctx.count]] for at, grad in enumerate(own)]
        sums.extend(found)
        return None, *(sum(parts) for parts in found)


class Gather(torch.autograd.Function):
    """Outputs go to the first device, and the gradient of each goes back to its own."""

    @staticmethod
    def forward(ctx, *outputs):
        ctx.sizes = [len(output) for output in outputs]
        return torch.cat([outputs[0], *(_copy(output, "outputs") for output in outputs[1:])])

    @staticmethod
    def backward(ctx, grad):
        first, *others = grad.split(ctx.sizes)
        return first, *(_copy(part, "gradients of outputs") for part in others)


def _copies(tensors, devices, detach=False):
    """In place of the function of this name in replicate.py."""
    made = Broadcast.apply(len(devices), *tensors) if tensors else ()
    return [list(made[at : at + len(tensors)]) for at in range(0, len(made), len(tensors) or 1)]


importlib.import_module("torch.nn.parallel.replicate")._broadcast_coalesced_reshape = _copies


class DataParallel(torch.nn.DataParallel):
    """DataParallel over `devices` devices that are all the CPU."""

    def __init__(self, module, devices):
        torch.nn.Module.__init__(self)  # that of DataParallel would look for GPUs
        self.module, self.device_ids = module, list(range(devices))
        self.output_device, self.dim, self.src_device_obj = 0, 0, torch.device("cpu")

    def scatter(self, inputs, kwargs, device_ids):
        """Cut as torch does; only tensors are passed here."""
        first, *others = zip(*(tensor.chunk(len(device_ids)) for tensor in inputs), strict=True)
        shards = [first, *(tuple(_copy(tensor, "inputs") for tensor in shard) for shard in others)]
        return shards, [{}] * len(shards)

    def parallel_apply(self, replicas, inputs, kwargs):
        """One thread for each replica, as torch does."""
        outputs, grad = [None] * len(replicas), torch.is_grad_enabled()

        def work(number):
            torch.set_grad_enabled(grad)
            outputs[number] = replicas[number](*inputs[number])

        threads = [threading.Thread(target=work, args=(number,)) for number in range(len(replicas))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return outputs

    def gather(self, outputs, output_device):
        """Concatenate on the first device."""
        return Gather.apply(*outputs)
