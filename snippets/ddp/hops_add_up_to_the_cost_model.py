"""In a ring all-reduce each rank sends one chunk in each hop, and the hops add up to the time of the cost model.

$ torchrun --nproc-per-node 4 snippets/ddp/hops_add_up_to_the_cost_model.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
right, left = (rank + 1) % ranks, (rank - 1) % ranks
gradient = torch.full((1000,), rank + 1.0)
chunks, received = gradient.chunk(ranks), torch.empty(1000 // ranks)
latency, bandwidth, clock, hops = 1e-5, 1e9, 0.0, 0  # 10 µs, 1 GB/s: a model, no measurement

# region hops
for phase in ("add", "copy"):
    for hop in range(ranks - 1):
        offset = hop if phase == "add" else hop - 1
        request = dist.isend(chunks[(rank - offset) % ranks], right)
        dist.recv(received, left)
        request.wait()
        target = chunks[(rank - offset - 1) % ranks]
        target.copy_(target + received if phase == "add" else received)
        hops += 1  # key line
        clock += latency + received.nbytes / bandwidth
if rank == 0:
    print(f"{hops} hops of {received.nbytes} bytes: {1e6 * clock:.2f} µs")
# endregion

size = gradient.nbytes
formula = 2 * (ranks - 1) * latency + 2 * (ranks - 1) / ranks * size / bandwidth
assert gradient.eq(1 + 2 + 3 + 4).all() and hops == 2 * (ranks - 1)
assert abs(clock - formula) < 1e-12
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
