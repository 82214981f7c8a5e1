"""DiLoCo: six inner steps of AdamW on each rank, then one outer step of Nesterov on the average way they went.

$ torchrun --nproc-per-node 2 snippets/fault-tolerance/diloco_takes_an_outer_step_on_the_difference.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
target = torch.tensor([3.0, -2.0]) + rank  # each rank has its own data; together they want 3.5 and -1.5
start = torch.nn.Parameter(torch.zeros(2))  # the weights that all ranks agree on
weight = torch.nn.Parameter(torch.zeros(2))
inner = torch.optim.AdamW([weight], lr=0.02, weight_decay=0.0)
outer = torch.optim.SGD([start], lr=0.7, momentum=0.9, nesterov=True)
reduces = 0

# region train
for round_ in range(40):
    for _ in range(6):
        inner.zero_grad()
        (weight - target).square().sum().backward()
        inner.step()
    way = start.detach() - weight.detach()  # where it was less where it is: a gradient points uphill
    dist.all_reduce(way)  # key line
    reduces += 1
    start.grad = way / 2
    outer.step()
    weight.data.copy_(start.data)
    if round_ in (0, 1, 2, 39):
        print(f"{6 * (round_ + 1)} steps, {reduces} all-reduces, weights {[round(w, 2) for w in start.tolist()]}")
# endregion

both = [torch.zeros(2) for _ in range(2)]
dist.all_gather(both, weight.detach())
assert torch.equal(*both)  # shows: equal-on-both
assert reduces == 40  # shows: one-each-round
assert (start.detach() - torch.tensor([3.5, -1.5])).norm() < 0.5  # near what both want together
dist.destroy_process_group()
