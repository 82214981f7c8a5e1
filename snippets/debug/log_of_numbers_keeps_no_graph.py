"""A list of numbers holds no graph.

$ python snippets/debug/log_of_numbers_keeps_no_graph.py
"""
import torch

model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(3)])
model.eval()

# region log
log = []
for batch in torch.ones(4, 256, 64):
    loss = model(batch).square().mean()
    log.append(loss.item())  # key line, else: log.append(loss)
graphs = sum(getattr(entry, "grad_fn", None) is not None for entry in log)
print(f"entries that hold a graph: {graphs} of {len(log)}")
# endregion

assert graphs == 0  # shows: no-graph
