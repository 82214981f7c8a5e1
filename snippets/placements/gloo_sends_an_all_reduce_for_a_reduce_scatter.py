"""Measured as the bytes that Linux counts for each process: for a reduce-scatter gloo writes as many as for an all-reduce.

$ torchrun --nproc-per-node 4 snippets/placements/gloo_sends_an_all_reduce_for_a_reduce_scatter.py
"""
import pathlib

import torch
import torch.distributed as dist
from _wire import PLACES, place
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh, whole = init_device_mesh("cpu", (world_size,)), torch.ones(4096, 4096)


def written():
    """Bytes that this process has written, to sockets and files."""
    lines = pathlib.Path("/proc/self/io").read_text().splitlines()
    return next(int(line.removeprefix("wchar: ")) for line in lines if line.startswith("wchar: "))


# region measure
seen = {}
for before, after in (("Shard(0)", "Replicate"), ("Partial", "Shard(0)"), ("Partial", "Replicate")):
    tensor = place(whole, mesh, before)
    dist.barrier()
    start = written()
    tensor.redistribute(mesh, [PLACES[after]]).to_local().sum()  # key line, else: pass
    dist.barrier()
    seen[before, after] = (written() - start) / whole.nbytes
    if rank == 0:
        print(f"{before} to {after}: {seen[before, after]:.1f} times the tensor")
# endregion

assert 0.7 < seen["Shard(0)", "Replicate"] < 1  # shows: gather-as-ring
assert 1.4 < seen["Partial", "Shard(0)"] < 2  # shows: scatter-as-all-reduce
assert 1.4 < seen["Partial", "Replicate"] < 2  # shows: all-reduce-as-ring
dist.destroy_process_group()
