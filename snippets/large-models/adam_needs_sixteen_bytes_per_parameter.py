"""Training in fp32 with Adam takes 16 bytes per parameter: 4 weight, 4 gradient, 8 optimizer state.

$ python snippets/large-models/adam_needs_sixteen_bytes_per_parameter.py
"""
import torch
from torch.utils.checkpoint import checkpoint

# region count
model = torch.nn.Linear(1000, 1000, bias=False)
optimizer = torch.optim.Adam(model.parameters())
model(torch.ones(1, 1000)).sum().backward()
optimizer.step()  # key line

count = model.weight.numel()
weight = model.weight.nbytes / count
gradient = model.weight.grad.nbytes / count
moments = [t for t in optimizer.state[model.weight].values() if t.numel() > 1]  # exp_avg, exp_avg_sq
state = sum(t.nbytes for t in moments) / count
print(f"bytes per parameter: {weight:g} + {gradient:g} + {state:g} = {weight + gradient + state:g}")
# endregion

assert (weight, gradient, state) == (4, 4, 8)
assert (weight + gradient + state, weight, state) == (16, 4, 8)  # shows: 16-4-weight-gradient-8-moments

# Neither a larger batch nor checkpointing changes these bytes; an optimizer without moments does.
before = sum(t.nbytes for t in (model.weight, model.weight.grad, *moments))
model(torch.ones(64, 1000)).sum().backward()
optimizer.step()
assert before == sum(t.nbytes for t in (model.weight, model.weight.grad, *moments))  # refutes: batch-smaller
checkpoint(model, torch.ones(1, 1000), use_reentrant=False).sum().backward()
assert before == sum(t.nbytes for t in (model.weight, model.weight.grad, *moments))  # refutes: compute-activations
plain = torch.optim.SGD(model.parameters(), lr=0.1)
plain.step()
kept = [value for state in plain.state.values() for value in state.values() if value is not None]
assert kept == []  # shows: optimizer-keeps-no-moments
