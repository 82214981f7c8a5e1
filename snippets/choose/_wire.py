"""Counts calls, and bytes that this rank sends, by the dimension of the mesh; for a sum along a ring."""
from collections import Counter

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor
from torch.utils._python_dispatch import TorchDispatchMode

SUMS = ("allreduce_", "all_reduce")
PARTS = ("_allgather_base_", "_reduce_scatter_base_", "all_gather_into_tensor", "reduce_scatter_tensor")


def name_of(argument):
    """A group comes by its name, or as an object of C++."""
    if isinstance(argument, torch.ScriptObject) and "ProcessGroup" in str(argument._type()):
        return dist.ProcessGroup.unbox(argument).group_name
    return argument if isinstance(argument, str) else None


class Wire(TorchDispatchMode):
    def __init__(self, mesh):
        super().__init__()
        self.sent, self.calls, names = Counter(), Counter(), mesh.mesh_dim_names
        groups = {name: mesh.get_group(name) for name in names if mesh[name].size() > 1}
        self.groups = {group.group_name: (name, group.size()) for name, group in groups.items()}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if any(issubclass(kind, DTensor) for kind in types):
            return NotImplemented  # it turns into local operations, which come back here
        out, name = func(*args, **kwargs or {}), func.name().split("::")[1]
        if name in SUMS + PARTS or name == "send":
            dimension, ranks = next(self.groups[found] for found in map(name_of, args) if found in self.groups)
            first = args[0][0] if isinstance(args[0], list) else args[0]
            other = args[1] if name in PARTS[:2] else out
            sent = 2 * (ranks - 1) * first.nbytes // ranks if name in SUMS else first.nbytes
            self.sent[dimension] += abs(first.nbytes - other.nbytes) if name in PARTS else sent  # all but one part
            self.calls[dimension] += 1
        return out
