"""Before the job, two rounds of pairs compute the same: the rank that is in a bad pair each time is the bad one.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/pairs_of_ranks_find_the_bad_one.py
"""
# /// script
# [tool.lockstep]
# timeout = 15
#
# [[tool.lockstep.what-if]]
# line = "sending.wait()"
# stays = "Gloo has sent so few bytes at once. A larger tensor must not be freed before it is sent."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()


def work():
    x = torch.arange(64.0).reshape(8, 8) % 7
    result = x @ x
    if rank == 2:
        result[3, 3] += 1  # this machine computes one number wrong
    return result


# region pairs
failed = torch.zeros(4, dtype=torch.int64)
for shift in (1, 2):
    partner = rank ^ shift  # 0-1 and 2-3, then 0-2 and 1-3
    theirs = torch.empty(8, 8)
    sending = dist.isend(work(), partner)
    dist.recv(theirs, partner)
    sending.wait()
    failed[rank] += not torch.equal(work(), theirs)
dist.all_reduce(failed)  # key line
bad = [other for other in range(4) if failed[other] == 2]
print(f"bad pairs of each rank {failed.tolist()}, leave out {bad}")
# endregion

assert bad == [2] and failed.tolist() == [1, 0, 2, 1]  # shows: twice-bad
dist.destroy_process_group()
