"""A sum of losses in a validation without no_grad holds the activations of every batch.

$ torchrun --nproc-per-node 2 snippets/errors/summed_losses_keep_every_graph.py
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
total = 0.0
for number in range(1, 5):
    batch = torch.full((64, 4), rank + number * 1.0)
    loss = model(batch).mean()
    total = total + loss  # key line, else: total = total + loss.item()
    print(f"after batch {number}: {held() * 64} KiB of activations")
# endregion

assert held() == 4  # shows: every-batch
made.clear()
total = 0.0
for number in range(4):
    loss = model(torch.ones(64, 4)).mean()
    loss.backward()
    total = total + loss
assert held() == 0  # shows: backward-frees
dist.destroy_process_group()
