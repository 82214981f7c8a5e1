"""Simulation: devices that are all the CPU. torch's own DataParallel.forward and replicate run; only the copies
between devices and the streams are replaced. What arrives on another device is counted in `moved`, in bytes.
"""

import collections
import importlib
import threading

import torch

moved = collections.Counter()  # bytes by what they are
events = []  # what happened in backward, in order
sums = []  # for each parameter, the gradients of all replicas, as they were summed


class Broadcast(torch.autograd.Function):
    """As torch/nn/parallel/_functions.py: copies go forward, and the sum of all gradients comes back."""

    @staticmethod
    def forward(ctx, devices, *tensors):
        ctx.count = len(tensors)
        moved["weights"] += (devices - 1) * sum(tensor.nbytes for tensor in tensors)
        return tensors + tuple(tensor.clone() for _ in range(1, devices) for tensor in tensors)

    @staticmethod
    def backward(ctx, *grads):
        by_device = [grads[at : at + ctx.count] for at in range(0, len(grads), ctx.count)]
        moved["gradients"] += sum(grad.nbytes for device in by_device[1:] for grad in device)
        events.append("sum of all gradients")
        sums.extend(list(parts) for parts in zip(*by_device, strict=True))
        return None, *(sum(parts) for parts in zip(*by_device, strict=True))


class Gather(torch.autograd.Function):
    """Outputs go to the first device, and the gradient of each goes back to its own."""

    @staticmethod
    def forward(ctx, *outputs):
        ctx.sizes = [len(output) for output in outputs]
        moved["outputs"] += sum(output.nbytes for output in outputs[1:])
        return torch.cat(outputs)

    @staticmethod
    def backward(ctx, grad):
        parts = grad.split(ctx.sizes)
        moved["gradients of outputs"] += sum(part.nbytes for part in parts[1:])
        return parts


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
        shards = list(zip(*(tensor.chunk(len(device_ids)) for tensor in inputs), strict=True))
        moved["inputs"] += sum(tensor.nbytes for shard in shards[1:] for tensor in shard)
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
