"""Four ranks save a tensor of 8 rows. It loads on 1, 2, 4 or 8 ranks: each reads the rows of its own shard.

$ torchrun --nproc-per-node 8 snippets/checkpoints/rows_of_each_rank_that_loads.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import Shard, distribute_tensor, zeros

dist.init_process_group("gloo")
rank = dist.get_rank()
meshes = {ranks: DeviceMesh("cpu", list(range(ranks))) for ranks in (1, 2, 4, 8)}  # every rank makes every mesh

# region load
if rank < 4:
    weight = distribute_tensor(torch.arange(8.0).view(8, 1), meshes[4], [Shard(0)])
    dcp.save({"weight": weight}, checkpoint_id="checkpoint", process_group=meshes[4].get_group())
    print(f"rank {rank} of 4 saved rows {weight.to_local().int().flatten().tolist()}")
dist.barrier()
for ranks, mesh in meshes.items():
    if rank < ranks:
        state = {"weight": zeros(8, 1, device_mesh=mesh, placements=[Shard(0)])}
        dcp.load(state, checkpoint_id="checkpoint", process_group=mesh.get_group())  # key line
        rows = state["weight"].to_local().int().flatten().tolist()
        print(f"rank {rank} of {ranks} loaded rows {rows}")
        share = 8 // ranks
        assert rows == list(range(rank * share, rank * share + share))
# endregion

dist.barrier()
dist.destroy_process_group()
