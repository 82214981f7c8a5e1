"""Ranks count along the last dimension: on hosts of 8 a tp of 8 stays on a host as the last one only, SIMULATED on 16 ranks.

$ python snippets/placements/last_dimension_holds_neighbours.py
"""
# /// script
# [tool.lockstep]
# simulates = 16
# ///
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("fake", rank=0, world_size=16)

# region order
hosts = {}
for names, shape in ((("dp", "tp"), (2, 8)), (("tp", "dp"), (8, 2))):
    mesh = init_device_mesh("cpu", shape, mesh_dim_names=names)
    ranks = dist.get_process_group_ranks(mesh.get_group("tp"))  # key line, else: ranks = list(range(8))
    hosts[names] = len({rank // 8 for rank in ranks})
    print(f"SIMULATED {names}: tp of rank 0 is {ranks}, hosts: {hosts[names]}")
# endregion

assert hosts["dp", "tp"] == 1  # shows: last-one-host
assert hosts["tp", "dp"] == 2  # shows: first-two-hosts
dist.destroy_process_group()
