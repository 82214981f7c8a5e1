"""srun tells each task its rank in variables of its own, and torch reads others.

$ srun --nodes 2 --ntasks 4 python snippets/launch/srun_tells_each_task_its_rank.py
"""
import os
import subprocess

import torch
import torch.distributed as dist

# region env
procid, local, node, tasks = (
    os.environ["SLURM_" + name] for name in ("PROCID", "LOCALID", "NODEID", "NTASKS")
)
nodes = subprocess.check_output(["scontrol", "show", "hostnames"], text=True).split()
os.environ["RANK"] = procid  # key line -> ValueError: environment variable RANK expected
os.environ["WORLD_SIZE"], os.environ["LOCAL_RANK"] = tasks, local
os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = nodes[0], "29500"
dist.init_process_group("gloo")
total = torch.tensor(float(procid))
dist.all_reduce(total)
print(f"rank {procid} of {tasks}: node {node}, local rank {local}; sum {total.item()}")
# endregion

rank = dist.get_rank()
assert total.item() == sum(range(dist.get_world_size()))
assert nodes == ["node0", "node1"]
assert (int(node), int(local)) == divmod(rank, 2)  # shows: rank-is-node-then-local
dist.destroy_process_group()
