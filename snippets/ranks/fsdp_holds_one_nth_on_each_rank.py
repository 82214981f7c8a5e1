"""FSDP holds 16 / N bytes per parameter on each of N ranks, real on 4 and SIMULATED up to 16,384.

$ torchrun --nproc-per-node 4 snippets/ranks/fsdp_holds_one_nth_on_each_rank.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# timeout = 300
# ///
import os
import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode

P = 4 * 16384 * 16  # parameters: four layers of 16,384 rows


def step(backend, rank, n):
    # region play
    dist.init_process_group(backend, rank=rank, world_size=n)  # "gloo" or "fake"
    blocks = [(torch.nn.Linear(16, 16384, bias=False), torch.nn.AvgPool1d(1024))
              for _ in range(4)]  # 16 features, 16,384, and back to 16
    model = torch.nn.Sequential(*[module for block in blocks for module in block])
    for layer in model[::2]:
        fully_shard(layer)  # key line
    fully_shard(model)
    adam = torch.optim.Adam(model.parameters())
    with CommDebugMode() as comm:
        model(torch.ones(2, 16)).sum().backward()
    adam.step()
    # endregion
    held = [p.to_local().nbytes for p in model.parameters()]
    held += [p.grad.to_local().nbytes for p in model.parameters()]
    held += [state[moment].to_local().nbytes for state in adam.state.values()
             for moment in ("exp_avg", "exp_avg_sq")]  # fmt: skip
    dist.destroy_process_group()
    return sum(held), *comm.get_comm_counts().values()


me = int(os.environ["RANK"])
real = step("gloo", me, 4)
bytes_held, *calls = step("fake", me, 4)
assert bytes_held == real[0] == 16 * P / 4  # shows: bytes-shard
assert calls == list(real[1:]) == [8, 4]  # shows: all-gathers
if me == 0:
    line = "{:>5} {:<9} {:>11} {:>8} {:>9}"
    print(line.format("ranks", "", "bytes", "gathers", "scatters"))
    print(line.format(4, "REAL", f"{real[0]:,}", *real[1:]))
    for n in (8, 64, 1024, 16384):
        played = step("fake", 0, n)
        print(line.format(n, "SIMULATED", f"{played[0]:,}", *played[1:]))
        assert played == (16 * P / n, 8, 4)
