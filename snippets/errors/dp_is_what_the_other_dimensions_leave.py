"""dp is computed from the ranks of the job, so the sizes of the mesh multiply to them.

$ torchrun --nproc-per-node 4 snippets/errors/dp_is_what_the_other_dimensions_leave.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "raise SystemExit(f\"{dist.get_world_size()} ranks are no multiple of tp {tp}\")"
# stays = "Five ranks would be told here, and not leave one of them out."
# ///
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")

# region mesh
tp = 2
dp, rest = divmod(dist.get_world_size(), tp)  # key line, else: dp, rest = 1, 0
if rest:
    raise SystemExit(f"{dist.get_world_size()} ranks are no multiple of tp {tp}")
mesh = init_device_mesh("cpu", (dp, tp), mesh_dim_names=("dp", "tp"))
print(f"dp {dp}, tp {tp}, mesh of {mesh.size()} ranks")
# endregion

assert mesh.size() == dist.get_world_size()  # shows: mesh-of-all-ranks
dist.destroy_process_group()
