"""Layers, experts, samples and tokens that do not divide are shared unevenly, without an error, SIMULATED.

$ python snippets/choose/what_is_silent_when_it_does_not_divide.py
"""
# /// script
# [tool.lockstep]
# simulates = 4
# ///
from collections import defaultdict

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor
from torch.distributed.tensor.experimental import context_parallel

shares = defaultdict(list)
# region silent
for rank in range(4):
    dist.init_process_group("fake", rank=rank, world_size=4)
    mesh = init_device_mesh("cpu", (4,), mesh_dim_names=("all",))
    experts = distribute_tensor(torch.ones(6, 8), mesh, [Shard(0)])
    shares["6 experts"].append(len(experts.to_local()))
    shares["6 samples, chunk(4)"].append(len([*torch.ones(6).chunk(4), []][rank]))
    shares["6 layers, by n * 6 // 4"].append((rank + 1) * 6 // 4 - rank * 6 // 4)
    shares["a mesh of 3"].append(init_device_mesh("cpu", (3,)).get_coordinate())
    for tokens in (16, 12):
        at = torch.arange(tokens)[None]
        with context_parallel(mesh, buffers=[at], buffer_seq_dims=[1]):  # key line, else: if True:
            shares[f"{tokens} tokens over cp"].append(at[0].tolist())
    dist.destroy_process_group()
for name, found in shares.items():
    print(f"SIMULATED 4 ranks, {name}: {found}")
# endregion

assert shares["6 experts"] == [2, 2, 2, 0]  # shows: last-rank-without-experts
assert shares["6 samples, chunk(4)"] == [2, 2, 2, 0]  # shows: last-rank-without-samples
assert shares["6 layers, by n * 6 // 4"] == [1, 2, 1, 2]  # shows: uneven-layers
assert shares["16 tokens over cp"][0] == [0, 1, 14, 15]  # shows: head-and-tail-of-16
assert shares["12 tokens over cp"][0] == [0, 1, 2]  # shows: 12-tokens-not-balanced
assert shares["a mesh of 3"] == [(0,), (1,), (2,), None]  # shows: rank-3-left-out
