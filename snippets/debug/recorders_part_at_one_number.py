"""The flight recorders of four ranks agree up to one number, and there one rank called something else.

$ torchrun --nproc-per-node 4 snippets/debug/recorders_part_at_one_number.py
"""
# /// script
# [tool.lockstep]
# timeout = 40
# ///
import pickle
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

dist.init_process_group("gloo", timeout=timedelta(seconds=3))
rank, world_size = dist.get_rank(), dist.get_world_size()
store = dist.distributed_c10d._get_default_store()

try:
    for step in range(3):
        loss, weight = torch.ones(1), torch.ones(4)
        if (rank, step) != (2, 1):  # rank 2 skips the loss of a bad batch
            dist.all_reduce(loss)
        dist.broadcast(weight, src=0)
except RuntimeError:  # a timeout: the job has hung
    pass
Path(f"recorder_{rank}").write_bytes(_dump_fr_trace())
store.set(f"written by {rank}", "yes")
store.wait([f"written by {other}" for other in range(world_size)], timedelta(seconds=20))

# region compare
calls = {}
for path in sorted(Path().glob("recorder_*")):
    for entry in pickle.loads(path.read_bytes())["entries"]:
        call = entry["profiling_name"], str(entry["input_sizes"])
        calls.setdefault(entry["collective_seq_id"], []).append(call)
for number, ranks in sorted(calls.items()):
    odd = [r for r, call in enumerate(ranks) if ranks.count(call) == 1]  # key line, else: odd = []
    print(number, *ranks[0], "on all ranks" if not odd else f"but rank {odd[0]}: {ranks[odd[0]]}")
# endregion

assert (number, odd) == (3, [2]) and "broadcast" in ranks[2][0]
dist.destroy_process_group()
