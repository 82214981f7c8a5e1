"""DDP holds 16 bytes per parameter on each of N ranks, real on 4 and SIMULATED up to 16,384.

$ torchrun --nproc-per-node 4 snippets/ranks/ddp_holds_everything_on_each_rank.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
import os
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

P = 4 * 16384 * 16  # parameters: four layers of 16,384 rows


def step(backend, rank, n):
    buckets = []

    def hook(_, bucket):  # the default one needs a real backend
        buckets.append(bucket.buffer().nbytes)
        dist.all_reduce(bucket.buffer().div_(n))
        done = torch.futures.Future()
        done.set_result(bucket.buffer())
        return done

    # region play
    dist.init_process_group(backend, rank=rank, world_size=n)  # "gloo" or "fake"
    blocks = [(torch.nn.Linear(16, 16384, bias=False), torch.nn.AvgPool1d(1024))
              for _ in range(4)]  # 16 features, 16,384, and back to 16
    model = torch.nn.Sequential(*[module for block in blocks for module in block])
    model = DistributedDataParallel(model, bucket_cap_mb=1)
    model.register_comm_hook(None, hook)
    adam = torch.optim.Adam(model.parameters())
    for _ in range(2):  # DDP forms its buckets in the first backward
        buckets.clear()
        model(torch.ones(2, 16)).sum().backward()
    adam.step()  # key line
    # endregion
    held = [p.nbytes + p.grad.nbytes for p in model.parameters()]
    held += [state[moment].nbytes for state in adam.state.values()
             for moment in ("exp_avg", "exp_avg_sq")]  # fmt: skip
    del model
    dist.destroy_process_group()
    return sum(held), len(buckets), sum(buckets)


me = int(os.environ["RANK"])
real = step("gloo", me, 4)
assert step("fake", me, 4) == real == (16 * P, 4, 4 * P)
if me == 0:
    print(f"ranks {'bytes':>21} {'buckets':>8} {'reduced':>10}")
    print(f"{4:>5} REAL      {real[0]:>11,} {real[1]:>8} {real[2]:>10,}")
    for n in (8, 64, 1024, 16384):
        played = step("fake", 0, n)
        print(f"{n:>5} SIMULATED {played[0]:>11,} {played[1]:>8} {played[2]:>10,}")
        assert played == real
