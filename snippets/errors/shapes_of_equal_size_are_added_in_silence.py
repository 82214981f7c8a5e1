"""all_reduce compares no shapes: a matrix and its transpose are added element by element in memory order.

$ torchrun --nproc-per-node 2 snippets/errors/shapes_of_equal_size_are_added_in_silence.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
matrix = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

# region add
total = matrix.clone()
if rank == 1:
    total = matrix.T.contiguous()  # key line
dist.all_reduce(total)
if rank == 0:
    print("all_reduce:", total.tolist())
    print("right:     ", (2 * matrix).tolist())
# endregion

assert rank or total.tolist() == [[2.0, 6.0, 5.0], [9.0, 8.0, 12.0]]
dist.destroy_process_group()
