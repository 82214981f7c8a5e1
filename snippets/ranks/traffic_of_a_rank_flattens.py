"""A rank sends nearly 2 times the weights under DDP, 3 times under FSDP, SIMULATED up to 16,384 ranks.

$ torchrun --nproc-per-node 4 snippets/ranks/traffic_of_a_rank_flattens.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
import os
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.utils._python_dispatch import TorchDispatchMode


# region count
class Ring(TorchDispatchMode):  # sees every collective and adds up what a ring sends
    sent = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.name() in ("c10d::_allgather_base_", "c10d::_reduce_scatter_base_"):
            self.sent += abs(args[0].nbytes - args[1].nbytes)  # all but one part
        if func.name() == "c10d::allreduce_":
            n, tensor = dist.ProcessGroup.unbox(args[1]).size(), args[0][0]
            self.sent += 2 * (n - 1) * tensor.nbytes // n  # key line
        return func(*args, **kwargs or {})
        # endregion


def sent(backend, rank, n, shards):  # in a step of DDP, FSDP and HSDP, over the weights
    dist.init_process_group(backend, rank=rank, world_size=n)
    square = init_device_mesh("cpu", (n // shards, shards), mesh_dim_names=("copies", "shards"))
    for mesh in (None, init_device_mesh("cpu", (n,)), square):
        model = torch.nn.Linear(16, 16384, bias=False)
        if mesh:
            fully_shard(model, mesh=mesh, reshard_after_forward=True)
        with Ring() as ring:
            model(torch.ones(2, 16)).sum().backward()
            if not mesh:  # what DDP does, as one bucket
                dist.all_reduce(model.weight.grad)
        yield ring.sent / (4 * 16 * 16384)
    dist.destroy_process_group()


def formula(n, shards):
    inside, between = 3 * (shards - 1) / shards, 2 * (n // shards - 1) / n  # of HSDP
    return [2 * (n - 1) / n, 3 * (n - 1) / n, inside + between]


me, line = int(os.environ["RANK"]), "{:>5} {:<9} {:>6.4g} {:>6.4g} {:>6.4g}"
real = list(sent("gloo", me, 4, shards=2))
assert list(sent("fake", me, 4, shards=2)) == real == formula(4, 2)
if me == 0:
    print(f"ranks {'DDP':>16} {'FSDP':>6} {'HSDP':>6}  times the weights")
    print(line.format(4, "REAL", *real))
    for n in (8, 64, 1024, 16384):
        played = list(sent("fake", 0, n, shards=8))
        print(line.format(n, "SIMULATED", *played))
        assert played == formula(n, 8)
