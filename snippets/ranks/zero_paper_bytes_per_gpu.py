"""The bytes of the ZeRO paper for 7.5 billion parameters on 64 GPUs, by formula and SIMULATED.

$ python snippets/ranks/zero_paper_bytes_per_gpu.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
import math
import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard

# Rajbhandari et al. 2020, arXiv 1910.02054, figure 1: GB on each of 64 GPUs
published = [120, 31.4, 16.6, 1.9]
P = 7_500_000_000


# region stages
def stages(n):  # GB on a rank: nothing divided, ZeRO-1, ZeRO-2, ZeRO-3
    return [P * each / 1e9 for each in (16, 4 + 12 / n, 2 + 14 / n, 16 / n)]


def play(n):  # GB of ZeRO-3 on a rank, by fully_shard
    dist.init_process_group("fake", rank=0, world_size=n)
    with torch.device("meta"):  # shapes without memory
        model = torch.nn.Linear(75_000, 100_000, bias=False)
    fully_shard(model)  # key line, else: fully_shard(model, mesh=dist.init_device_mesh("cpu", (n, 1), mesh_dim_names=("a", "b")))
    return 16 * model.weight.to_local().numel() / 1e9
# endregion


print("ranks  DDP  ZeRO-1  ZeRO-2    ZeRO-3  SIMULATED  in GB")
for n in (8, 64, 1024, 16384):
    gb = stages(n)
    sharded = play(n)
    dist.destroy_process_group()
    print(f"{n:>5} {gb[0]:>4.0f} {gb[1]:>7.1f} {gb[2]:>7.1f} {gb[3]:>9.4g} {sharded:>10.4g}")
    assert sharded == 16 * 75_000 * math.ceil(100_000 / n) / 1e9  # whole rows
assert [round(gb, 1) for gb in stages(64)] == published
