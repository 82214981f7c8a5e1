"""srun tells each task its rank in variables of its own, and torch reads others.

$ srun --nodes 2 --ntasks 4 python snippets/launch/srun_tells_each_task_its_rank.py
"""
import os
import subprocess

import torch
import torch.distributed as dist

# region env
slurm = {name: os.environ["SLURM_" + name] for name in ("PROCID", "LOCALID", "NODEID", "NTASKS")}
nodes = subprocess.check_output(["scontrol", "show", "hostnames"], text=True).split()
os.environ["RANK"] = slurm["PROCID"]  # key line -> ValueError: environment variable RANK expected
os.environ["WORLD_SIZE"] = slurm["NTASKS"]
os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = nodes[0], "29500"
dist.init_process_group("gloo")
total = torch.tensor(float(dist.get_rank()))
dist.all_reduce(total)
print(f"rank {dist.get_rank()}: {slurm}; sum {total.item()}")
# endregion

rank = dist.get_rank()
assert total.item() == sum(range(dist.get_world_size()))
assert nodes == ["node0", "node1"]
assert (int(slurm["NODEID"]), int(slurm["LOCALID"])) == divmod(rank, 2)  # shows: rank-is-node-then-local
dist.destroy_process_group()
