"""A list of validation losses holds the graph of each batch.

$ python snippets/debug/log_of_losses_keeps_graphs.py
"""
import torch

model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(3)])
model.eval()

# region log
log = []
for batch in torch.ones(4, 256, 64):
    loss = model(batch).square().mean()
    log.append(loss)  # key line, else: log.append(loss.item())
graphs = sum(getattr(entry, "grad_fn", None) is not None for entry in log)
print(f"entries that hold a graph: {graphs} of {len(log)}")
# endregion

assert graphs == 4  # shows: four-graphs
