"""A small number under the root keeps the gradient finite where the distance is zero.

$ torchrun --nproc-per-node 2 snippets/errors/root_of_a_little_more_has_a_gradient.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
net = torch.nn.Linear(2, 2, bias=False)
torch.nn.init.eye_(net.weight)

# region train
model = DistributedDataParallel(net)
one, other = torch.tensor([3.0, 4.0]), torch.tensor([0.0, 0.0])
if rank == 1:
    other = one
difference = model(one - other)
little = 1e-12  # key line, else: little = 0
distance = (difference.pow(2).sum() + little).sqrt()
distance.backward()
gradient = [round(number, 4) for number in net.weight.grad[0].tolist()]
print(f"rank {rank}: distance {distance.item():.1f}, gradient {gradient}")
# endregion

# Rank 0 has 3 / 5 * (3, 4) in the first row, rank 1 has zeros.
assert gradient == [0.9, 1.2]
zero = torch.zeros(2, requires_grad=True)
torch.linalg.vector_norm(zero).backward()
assert zero.grad.tolist() == [0.0, 0.0]  # shows: vector-norm
zero.grad = None
root = zero.pow(2).sqrt()
torch.where(zero == 0, 0.0, root).sum().backward()
assert zero.grad.isnan().all()  # shows: where-after
dist.destroy_process_group()
