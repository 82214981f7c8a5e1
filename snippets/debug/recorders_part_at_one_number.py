"""The flight recorders of four ranks agree up to one number, and there one rank called something else.

$ torchrun --nproc-per-node 4 snippets/debug/recorders_part_at_one_number.py
"""
# /// script
# [tool.lockstep]
# timeout = 40
#
# [[tool.lockstep.what-if]]
# line = "for step in range(3):"
# label = "Rank 2 leaves after one step"
# becomes = "for step in range(1 if rank == 2 else 3):"
# ///
import pickle
from datetime import timedelta
from pathlib import Path

import torch
import torch.distributed as dist
from torch._C._distributed_c10d import _dump_fr_trace

dist.init_process_group("gloo", timeout=timedelta(seconds=8))
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
for path in Path().glob("recorder_*"):
    writer = int(path.name.removeprefix("recorder_"))
    for entry in pickle.loads(path.read_bytes())["entries"]:
        call = entry["profiling_name"], str(entry["input_sizes"])
        calls.setdefault(entry["collective_seq_id"], {})[writer] = call
for number, by_rank in sorted(calls.items()):
    ranks = [by_rank.get(r, ("no call", "")) for r in range(world_size)]
    usual = max(ranks, key=ranks.count)
    odd = [r for r in range(world_size) if ranks[r] != usual]  # key line, else: odd = []
    print(number, *usual, *([f"but rank {r}: {ranks[r]}" for r in odd] or ["on all ranks"]))
# endregion

assert (number, odd) == (3, [2]) and "broadcast" in ranks[2][0]
dist.destroy_process_group()
