"""A ring all-reduce sends less than twice the tensor from each rank, and gives what dist.all_reduce gives.

$ torchrun --nproc-per-node 4 snippets/scaling/ring_sends_less_than_two_copies.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
right, left = (rank + 1) % world_size, (rank - 1) % world_size
gradient = torch.arange(16.0) * (rank + 1)  # 64 bytes
expected = gradient.clone()
dist.all_reduce(expected)

# region ring
chunks = gradient.chunk(world_size)  # views: one chunk for each rank
received, sent = torch.empty_like(chunks[0]), 0
for step in range(2 * (world_size - 1)):
    outgoing = chunks[(rank - step) % world_size]
    request = dist.isend(outgoing, right)
    dist.recv(received, left)
    request.wait()
    sent += outgoing.nbytes
    if step < world_size - 1:  # reduce-scatter: add what comes in
        chunks[(rank - step - 1) % world_size].add_(received)  # key line
    else:  # all-gather: keep what comes in
        chunks[(rank - step - 1) % world_size].copy_(received)
print(f"tensor of {gradient.nbytes} bytes, {sent} bytes sent by each rank")
# endregion

assert gradient.equal(expected)
assert sent == 2 * (world_size - 1) / world_size * gradient.nbytes
copies = [2 * (n - 1) / n for n in (2, 8, 1000, 10**6)]
assert sorted(copies) == copies and 1.99 < copies[2] < copies[3] < 2  # shows: nearly-twice
assert copies[0] == 1  # for 2 ranks  # shows: once-for-2
assert sent < 2 * gradient.nbytes and max(copies) < 2  # refutes: bytes-rank-sends
assert len({left, right}) == 2  # refutes: number-neighbours
dist.destroy_process_group()
