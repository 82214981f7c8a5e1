"""Bytes that a forward keeps for the backward, once for each storage, without parameters."""
import torch
from torch.distributed.tensor import DTensor


class Kept:
    def __init__(self, *modules):
        self.skip = {self.storage(weight) for module in modules for weight in module.parameters()}
        self.found, self.tensors = {}, []

    def storage(self, tensor):
        tensor = tensor._local_tensor if isinstance(tensor, DTensor) else tensor
        return tensor.untyped_storage()._cdata

    def keep(self, tensor):
        place = self.storage(tensor)
        if place not in self.skip:
            local = tensor._local_tensor if isinstance(tensor, DTensor) else tensor
            self.found[place] = local.untyped_storage().nbytes()
            self.tensors.append(tensor)  # so that no other takes its place
        return tensor

    def __enter__(self):
        self.hooks = torch.autograd.graph.saved_tensors_hooks(self.keep, lambda tensor: tensor)
        self.hooks.__enter__()
        return self

    def __exit__(self, *what):
        self.hooks.__exit__(*what)

    @property
    def bytes(self):
        return sum(self.found.values())
