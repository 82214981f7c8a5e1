"""16 ranks on 4 hosts: the last two dimensions of a mesh stay on a host, the first two cross, SIMULATED.

$ python snippets/choose/order_of_the_mesh_decides_the_hosts.py
"""
# /// script
# [tool.lockstep]
# simulates = 16
# ///
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

NAMES, HOST = ("pp", "dp", "cp", "tp"), 4  # GPUs of a host
hosts, ranks_of = {}, dist.get_process_group_ranks

# region order
for names in (NAMES, NAMES[::-1]):
    print(f"SIMULATED {names}, hosts of {HOST} GPUs")
    for rank in range(16):
        dist.init_process_group("fake", rank=rank, world_size=16)
        mesh = init_device_mesh("cpu", (2, 2, 2, 2), mesh_dim_names=names)  # key line, else: mesh = init_device_mesh("cpu", (2, 2, 2, 2), mesh_dim_names=NAMES)
        groups = {name: ranks_of(mesh.get_group(name)) for name in NAMES}
        told = ", ".join(f"{name} {ranks}" for name, ranks in groups.items())
        if rank == 0 or names == NAMES:
            print(f"rank {rank:>2} on host {rank // HOST}: {told}")
        dist.destroy_process_group()
        for name, ranks in groups.items():
            spans = len({other // HOST for other in ranks})
            # endregion
            hosts.setdefault((names[-1], name), set()).add(spans)

assert hosts["tp", "tp"] == hosts["tp", "cp"] == {1}  # shows: last-two-stay
assert hosts["tp", "pp"] == hosts["tp", "dp"] == {2}  # shows: first-two-cross
assert hosts["pp", "tp"] == hosts["pp", "cp"] == {2}  # shows: other-order-tp-crosses
assert hosts["pp", "pp"] == hosts["pp", "dp"] == {1}  # shows: other-order-pp-stays
