"""all_gather_object sends pickles: one all-gather for their lengths and one for the bytes, padded to the longest.

$ torchrun --nproc-per-node 4 snippets/collectives/objects_take_two_collectives.py
"""
import pickle
from unittest.mock import patch

import torch
import torch.distributed as dist
from torch.distributed.tensor.debug import CommDebugMode

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region objects
mine = {"rank": rank, "names": ["a"] * 10**rank}
everybody = [None] * world_size
with CommDebugMode() as calls:
    dist.all_gather_object(everybody, mine)  # key line, else: everybody = [mine] * world_size
count = sum(calls.get_comm_counts().values())
size, names = len(pickle.dumps(mine)), len(everybody[-1]["names"])
print(f"rank {rank}: pickle of {size:,} B, {count} all-gathers, {names:,} names from the last rank")
# endregion

assert count == 2 and "allgather" in str([*calls.get_comm_counts()])
with patch.object(dist.distributed_c10d, "all_gather", wraps=dist.all_gather) as gather:
    dist.all_gather_object(everybody, mine)
sent = [(call.args[1].dtype, call.args[1].numel()) for call in gather.call_args_list]
longest = max(len(pickle.dumps(one)) for one in everybody)
assert sent == [(torch.int64, 1), (torch.uint8, longest)]  # shows: lengths-bytes
assert [one["rank"] for one in everybody] == list(range(world_size))  # shows: objects-every-rank
dist.destroy_process_group()
