"""A host leaves and comes back; over all rounds each sample is trained on once.

$ TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1 torchrun --nnodes 1:2 --max-restarts 1 \
    --rdzv-backend c10d --rdzv-endpoint node0:29400 --rdzv-conf \
    last_call_timeout=20,keep_alive_interval=2,keep_alive_max_attempt=4 \
    snippets/machines/host_comes_back_and_no_sample_is_lost.py
"""
# /// script
# [tool.lockstep]
# timeout = 240
# events = ["waits to be killed: kill node1", "waits for company: start node1"]
# ///
import os
import time

import torch
import torch.distributed as dist

# region loop
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
done = torch.load("shared.pt") if os.path.exists("shared.pt") else []
before = len(done)  # samples of earlier rounds
order = torch.randperm(12, generator=torch.manual_seed(0)).tolist()
print(f"rank {rank} of {world_size}: goes on after {before} samples", flush=True)
assert world_size == 2 or before == 4  # alone it goes on where both stopped
while len(done) < 12:
    if len(done) == 4 and rank == 1:
        input("rank 1: waits to be killed\n")
    if len(done) == 6 and world_size == 1:
        print("rank 0: waits for company", flush=True)
        time.sleep(60)  # torchrun ends it when a host has come
    mine = torch.tensor([order[len(done) + rank]])
    shares = [torch.zeros(1, dtype=torch.int64) for _ in range(world_size)]
    dist.all_gather(shares, mine)
    done += torch.cat(shares).tolist()
    if rank == 0:
        torch.save(done, "shared.pt")  # key line
print(f"rank {rank} of {world_size}: {done}")
# endregion

assert world_size == 2 and before >= 6 and done == order

had = done[: 2 * 1 * 2]  # two steps of one sample on each of two hosts
resumed = done[2 * 1 * 1 :]  # what skipping step * batch_size * world_size leaves to one host
assert set(had) & set(resumed)  # shows: trains-again
assert set(had) | set(resumed) == set(order)  # refutes: leaves-out
assert len(resumed) != len(order) - len(had)  # refutes: nothing-saved
dist.destroy_process_group()
