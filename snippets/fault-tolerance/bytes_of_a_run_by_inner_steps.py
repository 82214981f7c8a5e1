"""A ring all-reduce in each step or one in every ten: what a rank sends in a run falls by that factor.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/bytes_of_a_run_by_inner_steps.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, size = dist.get_rank(), dist.get_world_size()


# region ring
def ring_all_reduce(tensor):
    """The sum over all ranks, and the bytes that this rank sent for it."""
    chunks, sent = list(tensor.chunk(size)), 0
    for step in range(2 * (size - 1)):
        going, coming = (rank - step) % size, (rank - step - 1) % size
        sending = dist.isend(chunks[going].clone(), (rank + 1) % size)
        received = torch.empty_like(chunks[coming])
        dist.recv(received, (rank - 1) % size)
        sending.wait()
        sent += received.nbytes
        chunks[coming].copy_(chunks[coming] + received if step < size - 1 else received)
    return sent


def run(steps, every):
    """The bytes that a rank sends for 1,000 parameters in fp32."""
    return sum(ring_all_reduce(torch.ones(1000)) for step in range(steps) if step % every == every - 1)


each, seldom = run(20, every=1), run(20, every=10)  # key line, else: each, seldom = run(20, every=1), run(20, every=1)
print(f"20 steps: {each:,} B with an all-reduce in each, {seldom:,} B with one in ten")
# endregion

total = torch.arange(8.0) + rank
ring_all_reduce(total)
assert torch.equal(total, 4 * torch.arange(8.0) + 6)
assert each == 20 * 2 * 3 * 1000 and seldom * 10 == each  # 2 (R - 1) / R of 4,000 B
dist.destroy_process_group()
