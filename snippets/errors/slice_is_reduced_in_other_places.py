"""gloo sums numbers behind the start of a slice in memory, and not those of the slice.

$ torchrun --nproc-per-node 2 snippets/errors/slice_is_reduced_in_other_places.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region reduce
table = torch.ones(2, 3)
columns = table[:, :2]  # key line, else: columns = table[:, :2].contiguous()
dist.all_reduce(columns)
print(f"rank {rank}: {columns.tolist()}")
# endregion

assert columns.tolist() == [[2, 2], [2, 1]]  # the last one was not summed
assert table.tolist() == [[2, 2, 2], [2, 1, 1]]  # and one beside the slice was
dist.destroy_process_group()
