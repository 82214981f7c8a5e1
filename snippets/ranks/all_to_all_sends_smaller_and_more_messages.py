"""In an all-to-all over N ranks each sends N − 1 messages of 1 / N, SIMULATED up to 16,384.

$ torchrun --nproc-per-node 4 snippets/ranks/all_to_all_sends_smaller_and_more_messages.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
import os
import torch
import torch.distributed as dist
from torch.utils._python_dispatch import TorchDispatchMode


# region count
class Messages(TorchDispatchMode):  # sees each all-to-all
    count = nbytes = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.name() == "c10d::alltoall_base_":
            n = dist.ProcessGroup.unbox(args[2]).size()
            self.count, self.nbytes = n - 1, args[1].nbytes // n  # key line
        return func(*args, **kwargs or {})
        # endregion


def dispatch(backend, rank, n):
    """Messages that a rank sends for 16,384 tokens of 8 numbers, and bytes of each."""
    dist.init_process_group(backend, rank=rank, world_size=n)
    tokens = torch.full((16384, 8), float(rank))
    received = torch.zeros_like(tokens) - 1
    with Messages() as messages:
        dist.all_to_all_single(received, tokens)
    dist.destroy_process_group()
    return messages.count, messages.nbytes, received[:, 0].unique().numel()


me = int(os.environ["RANK"])
*real, senders = dispatch("gloo", me, 4)
*played, heard = dispatch("fake", me, 4)
assert played == real == [3, 16384 * 32 / 4]
assert senders == 4 and heard == 1  # refutes: values-other-ranks
if me == 0:
    print("{:>6} ranks REAL       {:>6,} messages of {:>6,} B".format(4, *real))
    for n in (8, 64, 1024, 16384):
        count, nbytes, _ = dispatch("fake", 0, n)
        print(f"{n:>6} ranks SIMULATED  {count:>6,} messages of {nbytes:>6,} B")
        assert (count, nbytes) == (n - 1, 16384 * 32 / n)
