"""LocalTensorMode plays all ranks with their true values, SIMULATED on 4, 8 and 64 ranks.

$ torchrun --nproc-per-node 4 snippets/ranks/local_tensors_hold_the_values_of_all_ranks.py
"""
# /// script
# [tool.lockstep]
# simulates = 64
# timeout = 300
# ///
import os
import torch
import torch.distributed as dist
from torch.distributed._local_tensor import LocalTensorMode
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor


# region program
def program(n):
    """A @ B on n ranks: A is cut by columns, B by rows."""
    mesh = init_device_mesh("cpu", (n,))
    a = distribute_tensor(torch.arange(1.0, n + 1).view(1, n), mesh, [Shard(1)])
    b = distribute_tensor(torch.ones(n, 1), mesh, [Shard(0)])
    term = a @ b  # one term of the sum on each rank
    total = term.redistribute(mesh, [Replicate()])  # an all-reduce
    return term.to_local(), total.to_local()
# endregion


me = int(os.environ["RANK"])
dist.init_process_group("gloo")
term, total = program(4)
dist.destroy_process_group()
print(f"rank {me} of 4, REAL: term {term.item():g}, sum {total.item():g}")

for n in (4, 8, 64) if me == 0 else (4,):
    dist.init_process_group("fake", rank=0, world_size=n)
    with LocalTensorMode(n):  # key line -> AttributeError: 'Tensor' object has no attribute '_local_tensors'
        terms, totals = (each._local_tensors for each in program(n))  # by rank
    dist.destroy_process_group()
    if n == 4:  # the same program, the same values
        assert (terms[me], totals[me]) == (term, total)
    last = n - 1
    if me == 0:
        print(f"SIMULATED {n}: rank 0 term {terms[0].item():g}, rank {last} "
              f"term {terms[last].item():g}, sum {totals[last].item():g}")  # fmt: skip
    assert [one.item() for one in terms.values()] == list(range(1, n + 1))
    assert {one.item() for one in totals.values()} == {n * (n + 1) / 2}
