"""The collectives that run below DTensor, and the bytes that a rank sends for each along a ring."""
import torch.distributed as dist
from torch.distributed.tensor import DTensor
from torch.utils._python_dispatch import TorchDispatchMode

PARTS = {"all_gather_into_tensor": "all_gather", "reduce_scatter_tensor": "reduce_scatter"}


class Wire(TorchDispatchMode):
    """What runs inside: a list of collectives, and the bytes that this rank sends for each of them."""

    def __init__(self, ranks=None):
        super().__init__()
        self.ranks, self.calls, self.each = ranks or dist.get_world_size(), [], []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if any(issubclass(kind, DTensor) for kind in types):
            return NotImplemented  # DTensor turns it into local operations, which come back here
        result, name = func(*args, **kwargs or {}), func.name().split("::")[1]
        if name in PARTS:
            self._add(PARTS[name], abs(result.nbytes - args[0].nbytes))  # all parts but its own
        if name == "all_reduce":
            self._add(name, 2 * (self.ranks - 1) * args[0].nbytes // self.ranks)
        return result

    def _add(self, name, sent):
        self.calls.append(name)
        self.each.append(sent)

    @property
    def sent(self):
        return sum(self.each)
