"""With one inner step of SGD and an outer step of size 1, DiLoCo is an average of gradients in each step, as in DDP.

$ torchrun --nproc-per-node 2 snippets/fault-tolerance/one_inner_step_is_plain_data_parallel.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
x = torch.arange(4.0) + 4 * rank


def gradient(weight):
    return (2 * (weight * x - 3 * x) * x).mean().reshape(1)


# region compare
def diloco(inner_steps, outer_size):
    start = torch.zeros(1)
    for _ in range(12 // inner_steps):
        weight = start.clone()
        for _ in range(inner_steps):
            weight -= 0.01 * gradient(weight)
        way = start - weight
        dist.all_reduce(way)
        start -= outer_size * way / 2
    return start


plain = torch.zeros(1)
for _ in range(12):
    total = gradient(plain)
    dist.all_reduce(total)
    plain -= 0.01 * total / 2
same = diloco(inner_steps=1, outer_size=1.0)  # key line, else: same = diloco(inner_steps=6, outer_size=1.0)
print(f"plain {plain.item():.4f}, one inner step {same.item():.4f}, six {diloco(6, 1.0).item():.4f}")
# endregion

assert torch.allclose(plain, same)
assert not torch.allclose(plain, diloco(6, 1.0))  # shows: six-differ
dist.destroy_process_group()
