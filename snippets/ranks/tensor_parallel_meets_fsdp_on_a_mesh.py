"""On a mesh of N / 8 × 8 ranks, FSDP cuts what tensor parallel has cut, SIMULATED up to 16,384 ranks.

$ torchrun --nproc-per-node 4 snippets/ranks/tensor_parallel_meets_fsdp_on_a_mesh.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# timeout = 300
# ///
import os
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode
from torch.distributed.tensor.parallel import (
    ColwiseParallel, RowwiseParallel, parallelize_module)  # fmt: skip

WIDE, HIDDEN = 128, 16384


def step(backend, rank, n, tp):
    """Shapes that a rank holds; its all-gathers, all-reduces and reduce-scatters."""
    dist.init_process_group(backend, rank=rank, world_size=n)
    # region cut
    mesh = init_device_mesh("cpu", (n // tp, tp), mesh_dim_names=("dp", "tp"))
    up = torch.nn.Linear(WIDE, HIDDEN, bias=False)
    down = torch.nn.Linear(HIDDEN, WIDE, bias=False)
    mlp = torch.nn.Sequential(up, torch.nn.GELU(), down)
    plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
    parallelize_module(mlp, mesh["tp"], plan)
    fully_shard(mlp, mesh=mesh["dp"], reshard_after_forward=True)  # key line
    # endregion
    with CommDebugMode() as comm:
        mlp(torch.ones(1, WIDE, requires_grad=True)).sum().backward()
    counts = list(comm.get_comm_counts().values())
    shapes = [tuple(weight.to_local().shape) for weight in mlp.parameters()]
    dist.destroy_process_group()
    return shapes, counts


me = int(os.environ["RANK"])
real = step("gloo", me, 4, tp=2)
assert step("fake", me, 4, tp=2) == real
assert real == ([(HIDDEN // 4, WIDE), (WIDE // 2, HIDDEN // 2)], [2, 2, 1])
line = "{:>5} {:<9} {:>8} {:>11} {:>11} {:>10}"
if me == 0:
    print(line.format("ranks", "", "mesh", "up", "down", "calls"))
    print(line.format(4, "REAL", "2 x 2", *map(str, real[0]), str(real[1])))
    for n in (8, 64, 1024, 16384):
        (up, down), counts = step("fake", 0, n, tp=8)
        cells = f"{n // 8} x 8", str(up), str(down), str(counts)
        print(line.format(n, "SIMULATED", *cells))
        assert up == (HIDDEN // n, WIDE)
        assert down == (-(-WIDE * 8 // n), HIDDEN // 8)  # a whole row, if any
        assert counts == ([2, 2, 1] if n > 8 else [2])
