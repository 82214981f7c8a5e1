"""On two hosts, sums within each host first send a third less over a thin link, and take less time.

$ torchrun --nnodes 2 --nproc-per-node 2 --rdzv-backend c10d --rdzv-endpoint node0:29400 \
    snippets/machines/two_levels_take_less_time_of_a_thin_link.py
"""
# /// script
# [tool.lockstep]
# events = ["now 50 Mbit: limit node1 50mbit"]
# volatile = ["^took "]
# exclusive = true
# ///
import time
from pathlib import Path

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, counters = dist.get_rank(), Path("/proc/net/dev")  # what each network device of the host has sent
gradients = torch.full((4 * 2**20,), rank + 1.0)  # 16 MiB
hosts = [dist.new_group([0, 1]), dist.new_group([2, 3])]
links = [dist.new_group([0, 2]), dist.new_group([1, 3])]  # partners on the other host
host, link = hosts[rank // 2], links[rank % 2]
if rank == 0:
    input("now 50 Mbit/s on the link\n")


def one_level():
    dist.all_reduce(whole := gradients.clone())
    return whole


def measure(way):
    before, start = counters.read_text(), time.perf_counter()
    dist.barrier()  # nobody sends before all have read the counters
    total = way()
    dist.barrier()
    seconds = time.perf_counter() - start
    device = [int(text.split("eth0:")[1].split()[8]) for text in (before, counters.read_text())]
    return total, device[1] - device[0], seconds


# region levels
def two_levels():
    dist.reduce_scatter(part := gradients[::2].clone(), list(gradients.chunk(2)), group=host)  # within the host
    dist.all_reduce(part, group=link)  # key line
    dist.all_gather(halves := [torch.empty_like(part) for _ in range(2)], part, group=host)  # within the host
    return torch.cat(halves)


(one, sent_one, seconds_one), (two, sent_two, seconds_two) = measure(one_level), measure(two_levels)
print(f"a host sends {sent_one / gradients.nbytes:.1f} and {sent_two / gradients.nbytes:.1f} x 16 MiB")
print(f"took {seconds_one:.2f} and {seconds_two:.2f} s")
# endregion

assert torch.equal(one, two) and two.unique().tolist() == [10]  # shows: same-sum
assert 1.5 < sent_one / gradients.nbytes < 1.6 and 1 < sent_two / gradients.nbytes < 1.1  # shows: third-less
assert seconds_one > 0.9 * sent_one * 8 / 50e6 and seconds_two > 0.9 * sent_two * 8 / 50e6  # shows: rate
assert seconds_two < seconds_one  # shows: less-time
dist.destroy_process_group()
