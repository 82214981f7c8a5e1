"""A batch that is divided by the ranks of dp alone is whole, for any tp.

$ torchrun --nproc-per-node 4 snippets/errors/batch_is_divided_by_data_parallel_ranks_alone.py
"""
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
BATCH, rank = 8, dist.get_rank()
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
everyone = [None] * 4

# region batch
each = BATCH // mesh["dp"].size()  # key line, else: each = BATCH // dist.get_world_size()
first = each * mesh.get_local_rank("dp")
mine = list(range(first, first + each))
dist.all_gather_object(everyone, mine)
step = {sample for samples in everyone for sample in samples}
print(f"rank {rank}: samples {mine}, all ranks {len(step)} of {BATCH}")
# endregion

assert len(step) == BATCH  # shows: whole-batch
dist.destroy_process_group()
