"""A profiled step of two ranks: the all-reduce of bucket 0 starts before backward has ended.

$ torchrun --nproc-per-node 2 snippets/ddp/all_reduce_starts_inside_backward.py
"""
# /// script
# [tool.lockstep]
# volatile = [" ms$"]
# ///
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.profiler import profile

from _timeline import spans

torch.set_num_threads(1)
dist.init_process_group("gloo")
rank = dist.get_rank()
model = torch.nn.Sequential(*[torch.nn.Linear(512, 512, bias=False) for _ in range(4)])
if rank == 1:  # held up on purpose, when layer 4 has its gradient
    model[3].weight.register_hook(lambda gradient: time.sleep(0.012))
model = DistributedDataParallel(model, bucket_cap_mb=1)  # key line, else: model = DistributedDataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batch = torch.ones(384, 512) / 512

traces, seconds = [], []
# region profile
for _ in range(30):
    with profile() as trace:
        dist.barrier()  # so that both ranks start together
        optimizer.zero_grad()
        began = time.perf_counter()
        model(batch).sum().backward()
        optimizer.step()
        seconds.append(time.perf_counter() - began)
    traces.append(trace)
# endregion
slower = torch.tensor(seconds[2:])  # the first two have another order of buckets, or warm up
dist.all_reduce(slower, dist.ReduceOp.MAX)
trace = traces[2 + int(slower.argmin())]  # the same step on both ranks

found = spans(trace)  # (start, end) in ms by kind; 0 is when the first rank starts its forward
order = [(start, f"layer {4 - n}") for n, (start, _) in enumerate(found["backward"])]
order += [(start, f"bucket {n}") for n, (start, _) in enumerate(found["send"])]
# region print
print(f"rank {rank}:", ", ".join(name for _, name in sorted(order)))
for name in ("forward", "backward of layer", "all-reduce of bucket", "optimizer"):
    for number, (start, end) in enumerate(found[name.split()[0]]):
        what = f"{name} {4 - number if 'layer' in name else number}" if " " in name else name
        print(f"rank {rank}: {what} {start:.1f} to {end:.1f} ms")
# endregion

backward, all_reduce = found["backward"], found["all-reduce"]
assert len(backward) == len(all_reduce) == len(found["send"]) == 4
assert all_reduce[0][0] < backward[-1][1]  # the first starts before the last layer is done
assert all_reduce[-1][1] > backward[-1][1]  # nothing is left to hide the last one
dist.destroy_process_group()
