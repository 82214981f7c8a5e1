"""16 ranks on 2 hosts of 8 as five meshes: with tp last, a group of up to 8 stays on one host, SIMULATED.

$ python snippets/placements/mesh_shapes_move_the_groups.py
"""
# /// script
# [tool.lockstep]
# simulates = 16
# ///
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("fake", rank=0, world_size=16)

# region shapes
spread = {}
for tp in (1, 2, 4, 8, 16):
    mesh = init_device_mesh("cpu", (16 // tp, tp), mesh_dim_names=("dp", "tp"))  # key line, else: mesh = init_device_mesh("cpu", (tp, 16 // tp), mesh_dim_names=("tp", "dp"))
    groups = {name: dist.get_process_group_ranks(mesh.get_group(name)) for name in ("dp", "tp")}
    spread[tp] = {name: len({rank // 8 for rank in ranks}) for name, ranks in groups.items()}
    print(f"SIMULATED {16 // tp} x {tp}: dp {groups['dp']}, tp {groups['tp']}")
# endregion

assert [spread[tp]["tp"] for tp in (1, 2, 4, 8, 16)] == [1, 1, 1, 1, 2]  # shows: tp-up-to-8-one-host
assert [spread[tp]["dp"] for tp in (1, 2, 4, 8, 16)] == [2, 2, 2, 2, 1]  # shows: dp-both-hosts
dist.destroy_process_group()
