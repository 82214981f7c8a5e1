"""Bytes that a rank sends along rings for the collectives below DTensor, each over its own group."""
import torch.distributed as dist
from torch.distributed.tensor import DTensor
from torch.utils._python_dispatch import TorchDispatchMode

PARTS = ("all_gather_into_tensor", "reduce_scatter_tensor")
WHOLE = {"all_reduce": 2, "shard_dim_alltoall": 1}  # how often a rank sends the parts of the others


def words(places):
    """Placements as torch prints them, such as S(0),P(sum)."""
    return ",".join(map(str, places))


class Ring(TorchDispatchMode):
    """What runs inside: the number of collectives, and the bytes that this rank sends for them."""

    def __init__(self):
        super().__init__()
        self.calls = self.sent = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if any(issubclass(kind, DTensor) for kind in types):
            return NotImplemented  # DTensor turns it into local operations, which come back here
        result, name = func(*args, **kwargs or {}), func.name().split("::")[1]
        if name in PARTS:
            self._add(abs(result.nbytes - args[0].nbytes))  # all parts but its own
        if name in WHOLE:
            ranks = dist.distributed_c10d._resolve_process_group(args[-1]).size()
            self._add(WHOLE[name] * (ranks - 1) * args[0].nbytes // ranks)
        return result

    def _add(self, sent):
        self.calls += 1
        self.sent += sent
