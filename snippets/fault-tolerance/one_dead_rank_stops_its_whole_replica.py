"""With tensor parallel or HSDP a dead rank takes its replica with it: the ranks of the other rows hold a whole model.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/one_dead_rank_stops_its_whole_replica.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank = dist.get_rank()

# region mesh
dead = 3
for sizes in ((4, 1), (2, 2), (1, 4)):
    mesh = init_device_mesh("cpu", sizes, mesh_dim_names=("replicate", "shard"))
    partners = dist.get_process_group_ranks(mesh["shard"].get_group())  # key line, else: partners = [rank]
    whole = torch.tensor(float(dead not in partners))  # no shard of its model is gone
    dist.all_reduce(whole)
    if rank == 0:
        print(f"{sizes[0]} replicas of {sizes[1]} ranks: {whole:.0f} ranks go on")
    assert whole == 4 - sizes[1]
# endregion

dist.destroy_process_group()
