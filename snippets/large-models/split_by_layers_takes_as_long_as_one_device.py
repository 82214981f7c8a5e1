"""Simulation: a batch through 4 stages takes as many time slots as on one device; each stage works in 2 of 8.

$ torchrun --nproc-per-node 4 snippets/large-models/split_by_layers_takes_as_long_as_one_device.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region pass
clock, busy = torch.zeros(()), 0  # the message between stages carries the time of its sender
for step, back in (1, False), (-1, True):  # forward through the stages, then backward
    first, last = (world_size - 1, 0) if back else (0, world_size - 1)
    if rank != first:
        dist.recv(clock, src=rank - step)  # key line, else: dist.recv(torch.zeros(()), src=rank - step)
    clock += 1  # one slot of work on this stage
    busy += 1
    if rank != last:
        dist.send(clock, dst=rank + step)
dist.broadcast(clock, src=0)  # the backward ends on stage 0
print(f"stage {rank}: works in {busy} of {clock.item():g} slots")
# endregion

assert clock == 2 * world_size  # one device: 4 forwards and 4 backwards
assert busy / clock == 1 / world_size
assert busy == 2 and clock == 8  # waits in 6 of 8 slots  # shows: waits-forward-backward
assert clock == 4 + 4  # slots that one device needs  # shows: long-one-device
dist.destroy_process_group()
