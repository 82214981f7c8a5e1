"""Each rank writes its address into the store once and asks for those of all ranks: N × N questions to one process.

$ python snippets/launch/ranks_ask_the_store_for_all_addresses.py
"""
from collections import Counter
from multiprocessing import get_context

import torch.distributed as dist


class Counted(dist.Store):
    """A store that counts what a rank asks of the real one."""

    def __init__(self, port, ranks):
        super().__init__()
        self.real, self.calls = dist.TCPStore("localhost", port, ranks, False), Counter()

    def set(self, *arguments):
        self.calls["set"] += 1
        self.real.set(*arguments)

    def get(self, key):
        self.calls["get"] += 1
        return self.real.get(key)

    def wait(self, *arguments):
        self.real.wait(*arguments)


def start(rank, ranks, port, queue):
    store = Counted(port, ranks)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=ranks)  # key line, else: dist.init_process_group("gloo", store=store.real, rank=rank, world_size=ranks)
    queue.put(store.calls)
    dist.barrier()
    dist.destroy_process_group()


# region count
fork, found = get_context("fork"), {}
for ranks in (2, 4, 8):
    server, queue = dist.TCPStore("localhost", 0, is_master=True, wait_for_workers=False), fork.Queue()
    processes = [fork.Process(target=start, args=(rank, ranks, server.port, queue)) for rank in range(ranks)]
    for process in processes:
        process.start()
    found[ranks] = sum((queue.get() for _ in processes), Counter())
    print(f"{ranks} ranks: {found[ranks]['set']} addresses written, {found[ranks]['get']} read")
# endregion

assert all(calls["set"] == ranks for ranks, calls in found.items())  # shows: once
assert found[8]["get"] == 4 * found[4]["get"] == 16 * found[2]["get"]  # shows: four-times-questions
