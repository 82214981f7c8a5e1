"""With one torchrun on each node, SLURM_PROCID is the number of the agent and not the rank.

$ sbatch --nodes 2 --ntasks-per-node 1 --wrap 'srun torchrun --nnodes 2 \
    --nproc-per-node 2 --rdzv-backend c10d --rdzv-endpoint \
    $(scontrol show hostnames | head -n 1):29400 \
    snippets/launch/sbatch_starts_a_torchrun_on_each_node.py'
"""
import os

import torch
import torch.distributed as dist

# region who
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
task, tasks = int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_NTASKS"])
total = torch.tensor(float(rank))
dist.all_reduce(total)  # key line
print(f"rank {rank} of {world_size}: task {task} of {tasks}; sum {total.item()}")
# endregion

assert total.item() == sum(range(world_size)) == 6
assert task == int(os.environ["GROUP_RANK"]) == rank // 2  # shows: task-is-agent
assert tasks == 2 and world_size == 4  # shows: ntasks-is-not-world
dist.destroy_process_group()
