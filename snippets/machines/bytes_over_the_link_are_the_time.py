"""On a thin link an all-reduce takes as long as its bytes.

$ torchrun --nnodes 2 --rdzv-backend c10d --rdzv-endpoint node0:29400 \
    snippets/machines/bytes_over_the_link_are_the_time.py
"""
# /// script
# [tool.lockstep]
# events = [
#   "now 1 Gbit: limit node1 1gbit",
#   "now 0.2 Gbit: limit node1 200mbit",
# ]
# volatile = ["^took "]
# exclusive = true
# ///
import time
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
counters = Path("/proc/net/dev")  # what each network device has sent
rank, gradients, seconds = dist.get_rank(), torch.ones(8 * 2**20), {}  # 32 MiB

# region links
for gbit in (None, 1, 0.2):
    if rank == 0 and gbit:
        input(f"now {gbit} Gbit on the link\n")
    dist.barrier()
    before, start = counters.read_text(), time.perf_counter()
    dist.barrier()  # no rank sends before both clocks run
    dist.all_reduce(gradients)  # key line
    dist.barrier()
    seconds[gbit] = time.perf_counter() - start
    after = counters.read_text()
    sent = [int(text.split("eth0:")[1].split()[8]) for text in (before, after)]
    ratio = (sent[1] - sent[0]) / gradients.nbytes  # headers add some percent
    print(f"{gbit or 'no limit'}: sent {ratio:.0f} x 32 MiB")
    print(f"took {seconds[gbit]:.2f} s")
# endregion

bits = gradients.nbytes * 8
assert 1 < ratio < 1.1
assert seconds[1] > 0.9 * bits / 1e9 and seconds[0.2] > 0.9 * bits / 0.2e9
dist.destroy_process_group()
