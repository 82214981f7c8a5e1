"""A log of loss tensors keeps the graph of each step.

$ python snippets/debug/log_of_losses_keeps_graphs.py
"""
import weakref

import torch

model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(3)])
graphs = []

# region log
log = []
for step in range(4):
    loss = model(torch.ones(256, 64)).square().mean()
    graphs.append(weakref.ref(loss.grad_fn))
    loss.backward(retain_graph=True)
    log.append(loss)  # key line, else: log.append(loss.item())
del loss
living = sum(graph() is not None for graph in graphs)
print(f"graphs after 4 steps: {living}")
# endregion

assert living == 4  # shows: four-graphs
