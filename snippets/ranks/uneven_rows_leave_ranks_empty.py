"""4,096 rows leave 12,288 of 16,384 ranks empty and make the all-gather four times as large, SIMULATED.

$ torchrun --nproc-per-node 4 snippets/ranks/uneven_rows_leave_ranks_empty.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
import os
import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.utils._python_dispatch import TorchDispatchMode


class Gathered(TorchDispatchMode):
    rows = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.name() == "c10d::_allgather_base_":
            self.rows = args[0].numel() // 4  # four columns
        return func(*args, **kwargs or {})


def step(backend, rank, n, rows):
    """Rows on this rank, and rows that an all-gather fills."""
    # region play
    dist.init_process_group(backend, rank=rank, world_size=n)
    model = torch.nn.Linear(4, rows, bias=False)
    fully_shard(model)  # key line, else: fully_shard(model, mesh=dist.init_device_mesh("cpu", (n, 1), mesh_dim_names=("a", "b")))
    mine = model.weight.to_local().shape[0]
    with Gathered() as gathered:
        model(torch.ones(1, 4))
    # endregion
    dist.destroy_process_group()
    return mine, gathered.rows


me = int(os.environ["RANK"])
real = step("gloo", me, 4, rows=6)
assert step("fake", me, 4, rows=6) == real == ((2, 2, 2, 0)[me], 8)
print(f"rank {me} of 4, REAL: {real[0]} of 6 rows, an all-gather fills {real[1]}")
if me == 0:
    print("ranks           first   last   filled    empty")
    for n in (8, 64, 1024, 16384):
        each = -(-4096 // n)  # a whole row at least: torch.chunk rounds up
        empty = n - -(-4096 // each)
        first, last = step("fake", 0, n, rows=4096), step("fake", n - 1, n, rows=4096)
        print(f"{n:>5} SIMULATED {first[0]:>5} {last[0]:>6} {first[1]:>8,} {empty:>8,}")
        assert first == (each, n * each)
        assert last[0] == (0 if empty else each)
        if empty:
            assert step("fake", n - empty - 1, n, rows=4096)[0] == each
            assert step("fake", n - empty, n, rows=4096)[0] == 0
