"""The collectives that run below DTensor, and the bytes that a rank sends for each along a ring."""
import torch
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.utils._python_dispatch import TorchDispatchMode

PLACES = {"Replicate": Replicate(), "Shard(0)": Shard(0), "Shard(1)": Shard(1), "Partial": Partial()}
NAMES = {place: name for name, place in PLACES.items()}
PARTS = {"all_gather_into_tensor": "all_gather", "reduce_scatter_tensor": "reduce_scatter"}


class Wire(TorchDispatchMode):
    """What runs inside: a list of collectives, and the bytes that this rank sends for them."""

    def __init__(self, ranks):
        super().__init__()
        self.ranks, self.calls, self.sent = ranks, [], 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if any(issubclass(kind, DTensor) for kind in types):
            return NotImplemented  # DTensor turns it into local operations, which come back here
        result, name = func(*args, **kwargs or {}), func.name().split("::")[1]
        if name in PARTS:
            self._add(PARTS[name], abs(result.nbytes - args[0].nbytes))  # all parts but its own
        if name == "all_reduce":
            self._add(name, 2 * (self.ranks - 1) * args[0].nbytes // self.ranks)
        if name == "shard_dim_alltoall":
            self._add("all_to_all", (self.ranks - 1) * args[0].nbytes // self.ranks)
        return result

    def _add(self, name, sent):
        self.calls.append(name)
        self.sent += sent


def place(whole, mesh, name):
    """The tensor under a placement; as a sum of equal terms under Partial."""
    if name == "Partial":
        return DTensor.from_local(whole / mesh.size(), mesh, [Partial()])
    parts = whole.chunk(mesh.size(), PLACES[name].dim) if name != "Replicate" else None
    mine = parts[mesh.get_local_rank()].contiguous() if parts else whole
    return DTensor.from_local(mine, mesh, [PLACES[name]])


def square(rows):
    return torch.arange(float(rows * rows)).view(rows, rows)
