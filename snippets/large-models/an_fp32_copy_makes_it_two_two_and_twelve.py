"""Weights and gradients in bf16 and an fp32 copy with Adam: the 2 + 2 + 12 bytes of the ZeRO paper.

$ python snippets/large-models/an_fp32_copy_makes_it_two_two_and_twelve.py
"""
import torch

# region count
model = torch.nn.Linear(1000, 1000, bias=False)
torch.nn.init.ones_(model.weight)
copy = model.weight.detach().clone()  # fp32: what Adam updates
model = model.bfloat16()  # key line
optimizer = torch.optim.Adam([copy], lr=0.001)
for _ in range(10):
    model.zero_grad()
    model(torch.ones(1, 1000, dtype=model.weight.dtype)).sum().backward()
    copy.grad = model.weight.grad.float()  # gone after the step
    optimizer.step()
    copy.grad = None
    model.weight.data.copy_(copy)
moments = [t for t in optimizer.state[copy].values() if t.numel() > 1]
parts = [model.weight], [model.weight.grad], [copy, *moments]
each = [sum(t.nbytes for t in part) / copy.numel() for part in parts]
after = copy[0, 0].item()
print(f"bytes: weight {each[0]:g}, gradient {each[1]:g}, copy and Adam {each[2]:g}; after 10 steps {after:.3g}")
# endregion

assert each == [2, 2, 12]
assert torch.allclose(copy, torch.full_like(copy, 0.99), atol=1e-5)  # no step is lost
