"""HSDP shards over 8 ranks and copies beyond: 2 bytes per parameter, SIMULATED up to 16,384 ranks.

$ torchrun --nproc-per-node 4 snippets/ranks/hsdp_shards_eight_ways_at_any_size.py
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
from torch.distributed.tensor.debug import CommDebugMode

P = 4 * 16384 * 16  # parameters: four layers of 16,384 rows


def step(backend, rank, n, shards):
    dist.init_process_group(backend, rank=rank, world_size=n)
    blocks = [(torch.nn.Linear(16, 16384, bias=False), torch.nn.AvgPool1d(1024))
              for _ in range(4)]  # 16 features, 16,384, and back to 16
    model = torch.nn.Sequential(*[module for block in blocks for module in block])
    # region mesh
    names = ("copies", "shards")
    mesh = init_device_mesh("cpu", (n // shards, shards), mesh_dim_names=names)
    for layer in model[::2]:
        fully_shard(layer, mesh=mesh)  # key line
    fully_shard(model, mesh=mesh)
    # endregion
    with CommDebugMode() as comm:
        model(torch.ones(2, 16)).sum().backward()
    weights = sum(p.to_local().nbytes for p in model.parameters())
    held = 4 * weights  # and a gradient and two moments of that shape
    place = tuple(mesh.get_coordinate())
    dist.destroy_process_group()
    return held, list(comm.get_comm_counts().values()), place


me = int(os.environ["RANK"])
real = step("gloo", me, 4, shards=2)
assert step("fake", me, 4, shards=2) == real
assert real == (16 * P / 2, [8, 4, 4], (me // 2, me % 2))
line = "{:>5} {:<9} {:>11} {:>7} {:>8} {:>9} {:>8}"
if me == 0:
    print(line.format("ranks", "", "bytes", "copies", "gathers", "scatters", "reduces"))
    print(line.format(4, "REAL", f"{real[0]:,.0f}", 2, *real[1]))
    for n in (8, 64, 1024, 16384):
        played = step("fake", n - 1, n, shards=8)  # the last rank
        print(line.format(n, "SIMULATED", f"{played[0]:,}", n // 8, *played[1]))
        assert played == (16 * P / 8, [8, 4, 4], (n // 8 - 1, 7))  # refutes: weights-whole
