"""ReduceOp.AVG divides by the ranks of the group: on four ranks 2.5, in a group of two 1.5 and 3.5.

$ torchrun --nproc-per-node 4 snippets/collectives/average_is_a_sum_divided_on_gloo_too.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

pairs = [dist.new_group([0, 1]), dist.new_group([2, 3])]

# region average
value = torch.tensor([rank + 1.0])
dist.all_reduce(of_all := value.clone(), dist.ReduceOp.AVG)  # key line, else: of_all = value.clone()
dist.all_reduce(of_pair := value.clone(), dist.ReduceOp.AVG, group=pairs[rank // 2])
print(f"rank {rank}: average of all {of_all.item()}, of its pair {of_pair.item()}")
# endregion

assert of_all.item() == (world_size + 1) / 2  # shows: average-all
assert of_pair.item() == 1.5 + 2 * (rank // 2)  # shows: average-pair
dist.destroy_process_group()
