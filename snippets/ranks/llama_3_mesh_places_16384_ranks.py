"""In three meshes of Llama 3 405B, of up to 16,384 GPUs, each slice stays inside one machine of 8, SIMULATED.

$ torchrun --nproc-per-node 8 snippets/ranks/llama_3_mesh_places_16384_ranks.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
import os
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

# GPUs, DP, PP, CP, TP, sequence length, batch / DP: arXiv 2407.21783, table 4. There the last
# row has DP 4, which makes 8,192 GPUs; DP 8 makes the 16,384 that it names.
published = [(8192, 64, 16, 1, 8, 8192, 32), (16384, 128, 16, 1, 8, 8192, 16),
             (16384, 8, 16, 16, 8, 131072, 16)]  # fmt: skip


# region place
def place(backend, rank, shape):
    """Where a rank stands in the mesh, and its group in each dimension."""
    n = shape[0] * shape[1] * shape[2] * shape[3]
    dist.init_process_group(backend, rank=rank, world_size=n)
    names = ("dp", "pp", "cp", "tp")
    mesh = init_device_mesh("cpu", shape, mesh_dim_names=names)  # key line, else: mesh = init_device_mesh("cpu", shape, mesh_dim_names=names[::-1])
    found = [tuple(mesh.get_coordinate())]
    for name in names:
        found.append(dist.get_process_group_ranks(mesh[name].get_group()))
    # endregion
    dist.destroy_process_group()
    return found


me = int(os.environ["RANK"])
real = place("gloo", me, (2, 2, 1, 2))
assert place("fake", me, (2, 2, 1, 2)) == real
print(f"rank {me} of 8, REAL: (dp, pp, cp, tp) = {real[0]}, tp {real[-1]}")

for gpus, *shape, length, batch in published if me == 0 else ():
    tokens = shape[0] * batch * length
    here, *_, tp = place("fake", gpus - 1, tuple(shape))
    print(f"rank {gpus - 1} SIMULATED: {here}, tp {tp[0]}-{tp[-1]}, "
          f"{tokens / 2**20:g} Mi tokens")  # fmt: skip
    assert here == tuple(size - 1 for size in shape)
    assert tp == list(range(gpus - 8, gpus))  # within one machine of 8 GPUs
    assert tp[0] % 8 == 0 and len(tp) == 8
