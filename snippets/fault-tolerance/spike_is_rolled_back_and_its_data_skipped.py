"""The average loss jumps: all ranks take older weights, leave out the batches since, and end as if these never came.

$ torchrun --nproc-per-node 2 snippets/fault-tolerance/spike_is_rolled_back_and_its_data_skipped.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()


def batch(number):
    return torch.tensor([1000.0 if (rank, number) == (1, 5) else 1.0 + rank])


def step_on(weight, number):
    """The average loss before the step; it changes the weight."""
    both = torch.cat([(weight - batch(number)).square(), weight - batch(number)])
    dist.all_reduce(both)
    weight -= 0.1 * both[1:] / 2
    return both[0].item() / 2


# region train
weight, saved, number, usual = torch.zeros(1), [], 0, None
while number < 10:
    saved.append(weight.clone())
    loss = step_on(weight, number)
    if usual and loss > 10 * usual:
        weight = saved[-3].clone()  # key line, else: pass
        print(f"batch {number}: loss {loss:.0f}, batches {number - 2} to {number} are left out")
    else:
        usual = loss
    number += 1
print(f"weight {weight.item():.3f}")
# endregion

expected = torch.zeros(1)
for kept in (0, 1, 2, 6, 7, 8, 9):
    step_on(expected, kept)
assert torch.equal(weight, expected)  # shows: as-if-never
dist.destroy_process_group()
