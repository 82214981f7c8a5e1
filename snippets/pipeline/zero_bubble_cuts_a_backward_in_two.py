"""A backward in two halves: first the gradient of the input, which the stage before waits for, then those of the weights.

$ python snippets/pipeline/zero_bubble_cuts_a_backward_in_two.py
"""
import torch
from torch import nn

torch.manual_seed(0)
layer, x, slope = nn.Linear(4, 4), torch.randn(8, 4, requires_grad=True), torch.randn(8, 4)
layer(x).backward(slope)
whole = x.grad, layer.weight.grad
layer.zero_grad()
x.grad = None

# region halves
y = layer(x)
(to_send,) = torch.autograd.grad(y, x, slope, retain_graph=True)  # I: the stage before waits for this
before = layer.weight.grad
weights = torch.autograd.grad(y, list(layer.parameters()), slope)  # W: nobody waits for this
for weight, grad in zip(layer.parameters(), weights):
    weight.grad = grad  # key line, else: pass
print(f"after I: input {to_send.norm():.3f}, weight {before}; after W: weight {weights[0].norm():.3f}")
# endregion

assert before is None  # shows: after-i-no-weight-gradient
assert torch.allclose(to_send, whole[0])  # shows: input-gradient-first
assert layer.weight.grad is not None and torch.allclose(layer.weight.grad, whole[1])
