"""A signal that reached one rank stops all of them at one step, if they sum up who has it.

$ torchrun --nproc-per-node 4 snippets/launch/signal_at_one_rank_stops_all.py
"""
import os
import signal

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, warned = dist.get_rank(), []

# region agree
signal.signal(signal.SIGUSR1, lambda *_: warned.append(True))
for step in range(1, 6):
    if step == 3 and rank == 1:  # the others would get it later
        os.kill(os.getpid(), signal.SIGUSR1)
    stop = torch.tensor(len(warned))
    dist.all_reduce(stop)  # key line
    if stop:
        break
print(f"rank {rank}: stops after step {step}")
# endregion

steps = [torch.zeros(1) for _ in range(dist.get_world_size())]
dist.all_gather(steps, torch.tensor([float(step)]))
assert torch.cat(steps).tolist() == [3, 3, 3, 3]  # shows: all-stop-at-step-3
dist.destroy_process_group()
