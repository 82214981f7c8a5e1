"""A thin link carries a quarter of the bytes with no_sync and half with fp16.

$ torchrun --nnodes 2 --rdzv-backend c10d --rdzv-endpoint node0:29400 \
    snippets/machines/fewer_or_smaller_syncs_on_a_thin_link.py
"""
# /// script
# [tool.lockstep]
# events = ["thin link: limit node1 200mbit"]
# volatile = ["^took "]
# exclusive = true
# ///
import contextlib
import time
from pathlib import Path

import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks.default_hooks import fp16_compress_hook

dist.init_process_group("gloo")
counters = Path("/proc/net/dev")  # what each network device has sent
rank, sent = dist.get_rank(), {}
if rank == 0:
    input("thin link, please\n")
ddp = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1024, 1024))  # 4 MiB

# region ways
for way in ("sync each", "no_sync", "fp16"):
    if way == "fp16":
        ddp.register_comm_hook(None, fp16_compress_hook)
    dist.barrier()
    before, start = counters.read_text(), time.perf_counter()
    for micro in range(4):
        waits = way == "no_sync" and micro < 3
        with ddp.no_sync() if waits else contextlib.nullcontext():  # key line
            ddp(torch.ones(1, 1024)).sum().backward()
    dist.barrier()
    texts = before, counters.read_text()
    first, last = (int(text.split("eth0:")[1].split()[8]) for text in texts)
    sent[way] = (last - first) / 2**20
    print(f"{way}: 4 micro-batches, sent {sent[way] / 4:.0f} x 4 MiB")
    print(f"took {time.perf_counter() - start:.2f} s")
# endregion

assert 3.8 < sent["sync each"] / sent["no_sync"] < 4.2
assert 1.8 < sent["sync each"] / sent["fp16"] < 2.2
dist.destroy_process_group()
