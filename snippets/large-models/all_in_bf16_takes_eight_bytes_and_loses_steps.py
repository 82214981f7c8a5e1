"""A model in bf16 takes 2 + 2 + 4 bytes a parameter with Adam, and a step of 0.001 leaves a weight of 1 where it was.

$ python snippets/large-models/all_in_bf16_takes_eight_bytes_and_loses_steps.py
"""
import torch

# region count
model = torch.nn.Linear(1000, 1000, bias=False)
torch.nn.init.ones_(model.weight)
model = model.bfloat16()  # key line
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
for _ in range(10):
    optimizer.zero_grad()
    model(torch.ones(1, 1000, dtype=model.weight.dtype)).sum().backward()
    optimizer.step()
weight = model.weight
moments = [t for t in optimizer.state[weight].values() if t.numel() > 1]
each = [sum(t.nbytes for t in part) / weight.numel() for part in ([weight], [weight.grad], moments)]
print(f"bytes: weight {each[0]:g}, gradient {each[1]:g}, Adam {each[2]:g}; after 10 steps {weight[0, 0].item():g}")
# endregion

assert each == [2, 2, 4]
assert weight.unique().tolist() == [1.0]  # 1 - 0.001 rounds to 1: below 1 bf16 has steps of 1/256
