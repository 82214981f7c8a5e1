"""Simulation: devices that are all torch's meta device, where tensors have a shape and no values. torch's own
DataParallel.forward and Gather run. Scatter, the replicas and the copies of gather are stand-ins: they need GPUs.
"""

import torch
from torch.nn.parallel import _functions


class DataParallel(torch.nn.DataParallel):
    """DataParallel over `devices` devices that are all the meta device."""

    def __init__(self, module, devices):
        torch.nn.Module.__init__(self)  # that of DataParallel would look for GPUs
        self.module, self.device_ids = module.to("meta"), list(range(devices))
        self.output_device, self.dim, self.src_device_obj = "cpu", 0, torch.device("meta")

    def scatter(self, inputs, kwargs, device_ids):
        """Cut as torch does; only tensors are passed here."""
        shards = list(zip(*(tensor.to("meta").chunk(len(device_ids)) for tensor in inputs), strict=True))
        return shards, [{}] * len(shards)

    def replicate(self, module, device_ids):
        """One module in place of its copies."""
        return [module] * len(device_ids)

    def parallel_apply(self, replicas, inputs, kwargs):
        """One after the other."""
        return [replica(*shard) for replica, shard in zip(replicas, inputs, strict=True)]


_functions.comm.gather = lambda outputs, dim, device: torch.cat(outputs, dim)
_functions.comm.scatter = lambda gradient, devices, sizes, dim, streams: gradient.split(sizes, dim)
