"""Where a product lies and what it sends, for each pair of placements on a mesh of two dimensions, SIMULATED for GPUs.

$ torchrun --nproc-per-node 4 snippets/placements/a_product_on_a_mesh_for_each_pair.py
"""
# /// script
# [tool.lockstep]
# simulates = 16
# timeout = 180
# ///
import logging
import os
from itertools import product

import torch
import torch.distributed as dist
from _ring import Ring, words
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

logging.getLogger("torch.distributed.tensor").setLevel(logging.ERROR)  # it advises to flatten a mesh
PLACES = list(product((Replicate(), Shard(0), Shard(1)), repeat=2))  # over dp, over tp
x, w = torch.arange(64.0).view(8, 8), torch.arange(64.0).view(8, 8) % 5


def products(backend, rank, shape, device, x, w):
    """For each pair: the placements of x @ w, MB sent, collectives made, and the product."""
    ranks, found = shape[0] * shape[1], {}
    dist.init_process_group(backend, rank=rank, world_size=ranks)
    mesh = init_device_mesh(device, shape, mesh_dim_names=("dp", "tp"))
    # region pairs
    for of_x, of_w in product(PLACES, PLACES):
        a = distribute_tensor(x, mesh, of_x, src_data_rank=None)
        b = distribute_tensor(w, mesh, of_w, src_data_rank=None)
        with Ring() as ring:
            y = a @ b  # key line, else: y = distribute_tensor(x @ w, mesh, of_x, src_data_rank=None)
        found[of_x, of_w] = y.placements, ring.sent / 1e6, ring.calls, y
    # endregion
    if backend == "gloo":
        assert all(torch.equal(y.full_tensor(), x @ w) for *_, y in found.values())  # shows: product-right
    dist.destroy_process_group()
    return found


me = int(os.environ["RANK"])
real, fake = (products(backend, me, (2, 2), "cpu", x, w) for backend in ("gloo", "fake"))
assert all(real[pair][:3] == fake[pair][:3] for pair in real)  # shows: simulated-as-run
x, w = (torch.empty(rows, 4096, device="meta", dtype=torch.bfloat16) for rows in (8192, 4096))  # shapes alone
for shape in ((2, 2), (4, 2), (2, 8)):
    found = products("fake", 0, shape, "cuda", x, w) if me == 0 else {}
    for of_x in PLACES if found else ():
        row = [(of_w, *found[of_x, of_w]) for of_w in PLACES]
        told = [f"{words(of_w)} = {words(of_y)} {sent:.1f} MB {calls};" for of_w, of_y, sent, calls, _ in row]
        print(f"SIMULATED {shape[0]} x {shape[1]}: {words(of_x)} @", *told)
    if found:
        columns, rows = found[PLACES[3], PLACES[2]], found[PLACES[5], PLACES[1]]  # samples over dp, w over tp
        assert words(columns[0]) == "S(0),S(1)" and columns[2] == 0  # shows: columns-send-nothing
        assert words(rows[0]) == "S(0),P(sum)" and rows[2] == 0  # shows: rows-leave-terms
