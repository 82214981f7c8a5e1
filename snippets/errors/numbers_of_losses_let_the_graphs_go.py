"""A validation under no_grad, or a sum of numbers, holds the activations of no batch that is over.

$ torchrun --nproc-per-node 2 snippets/errors/numbers_of_losses_let_the_graphs_go.py
"""
import weakref

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(4, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1))
made = []  # the hidden activations, watched without being held: 64 * 256 floats, 64 KiB a batch
model[1].register_forward_hook(lambda module, inputs, output: made.append(weakref.ref(output)))
model.eval()


def held():
    """How many batches have their activations in memory."""
    return sum(activation() is not None for activation in made)


# region validate
total = torch.zeros(())
with torch.no_grad():  # key line, else: if True:
    for number in range(1, 5):
        batch = torch.full((64, 4), rank + number * 1.0)
        total += model(batch).mean()
        print(f"after batch {number}: {held() * 64} KiB of activations")
dist.all_reduce(total)
# endregion

assert held() == 0
made.clear()
batches = [torch.full((64, 4), owner + number * 1.0) for owner in (0, 1) for number in range(1, 5)]
alone = sum(model(batch).mean().item() for batch in batches)  # one process
assert held() == 0  # shows: item
assert abs(total.item() - alone) < 1e-4
dist.destroy_process_group()
