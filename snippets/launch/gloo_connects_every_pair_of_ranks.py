"""gloo connects each rank with every other one, once for each group, and a group opens four more files.

$ python snippets/launch/gloo_connects_every_pair_of_ranks.py
"""
import os
from multiprocessing import get_context
from pathlib import Path

import torch.distributed as dist


def sockets(port):
    """The connections of this process to the store at the port, and all others."""
    files = {os.readlink(file) for file in Path("/proc/self/fd").iterdir() if os.path.lexists(file)}
    rows = [row.split() for kind in ("tcp", "tcp6") for row in Path("/proc/self/net", kind).read_text().splitlines()]
    mine = [row for row in rows if row[3] == "01" and f"socket:[{row[9]}]" in files]  # 01: established
    ends = [[int(end.split(":")[1], 16) for end in row[1:3]] for row in mine]
    return sum(there == port for _, there in ends), sum(port not in end for end in ends)


def start(rank, ranks, port, queue):
    dist.init_process_group("gloo", f"tcp://localhost:{port}", rank=rank, world_size=ranks)
    dist.barrier()
    one, files = sockets(port), len(os.listdir("/proc/self/fd"))
    dist.barrier()  # nobody makes the next group before all have counted
    dist.new_group()  # key line
    dist.barrier()
    queue.put((*one, sockets(port)[1], len(os.listdir("/proc/self/fd")) - files))
    dist.barrier()
    dist.destroy_process_group()


# region count
fork, found = get_context("fork"), {}
for ranks in (2, 4, 8, 12):
    port = dist.TCPStore("localhost", 0, is_master=True, wait_for_workers=False).port  # a free one
    queue, numbers = fork.Queue(), range(ranks)
    processes = [fork.Process(target=start, args=(rank, ranks, port, queue)) for rank in numbers]
    for process in processes:
        process.start()
    ((store, others, doubled, files),) = {queue.get() for _ in numbers}  # equal on all ranks
    total = ranks * others // 2
    print(f"{ranks} ranks: connections {others} for each, {total} in all, {doubled} for each with two groups")
    found[ranks] = store, others, doubled, files
print(f"a group of {ranks} opens {files} files on each")
# endregion

assert all(others == ranks - 1 for ranks, (_, others, *_) in found.items())  # shows: connected-with-every-other
assert all(doubled == 2 * others for _, others, doubled, _ in found.values())  # shows: doubles-them
assert all(files == others + 4 for _, others, _, files in found.values())  # a listener, a pipe and an epoll
assert {store for store, *_ in found.values()} == {1}  # shows: one-connection-store
