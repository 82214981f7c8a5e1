"""Simulation: devices that are all the CPU. torch's own DataParallel.forward and replicate run. Scatter, threads,
gather and the copies are stand-ins, because torch's own refuse CPU tensors.
"""

import importlib
import threading

import torch

from _cpu_copies import Broadcast, Gather, copy, events, moved, sums  # noqa: F401


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
        shards = [first, *(tuple(copy(tensor, "inputs") for tensor in shard) for shard in others)]
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
