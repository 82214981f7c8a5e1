"""Rank 0 alone unpacks the data to the disk of its host; the ranks of the other host find no file.

$ torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d \
    --rdzv-endpoint node0:29400 snippets/launch/rank_0_unpacks_for_its_own_host_alone.py
"""
import os
import socket
from pathlib import Path

import torch.distributed as dist

dist.init_process_group("gloo")
disk = Path(f"local-disk-of-{socket.gethostname()}")  # each host has one

# region unpack
unpacks = int(os.environ["RANK"]) == 0  # key line, else: unpacks = int(os.environ["LOCAL_RANK"]) == 0
if unpacks:
    disk.mkdir()
    (disk / "shard-0.txt").write_text("samples")
dist.barrier()
found = (disk / "shard-0.txt").exists()
print(f"rank {dist.get_rank()}: its host has the data: {found}")
# endregion

assert found == (dist.get_rank() < 2)  # refutes: ranks-other-host
dist.barrier()
dist.destroy_process_group()
