"""One process runs a transformer block forward and backward, and holds all of its weights.

$ python snippets/tensor-parallel/one_process_runs_a_block.py
"""
from _block import block_and_input

block, x = block_and_input()
x.requires_grad_()

# region block
y = block(x)
y.square().mean().backward()  # key line, else: y.mean().backward()
held = sum(weight.numel() for weight in block.parameters())
print(f"loss {y.square().mean():.4f}, slope of x {x.grad.norm():.4f}, holds {held} numbers")
# endregion

assert held == sum(weight.numel() for weight in block.parameters()) == 16 * 16 * 2 + 16 * 8 * 2 + 2 * 16 * 64 + 4 * 16
assert 0.09 < x.grad.norm().item() < 0.3
