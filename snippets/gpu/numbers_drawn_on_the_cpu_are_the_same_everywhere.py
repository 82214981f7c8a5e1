"""Numbers drawn on the CPU and then moved are the same on every device.

$ python snippets/gpu/numbers_drawn_on_the_cpu_are_the_same_everywhere.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# differs = "It has a generator of its own: one seed, other numbers."
# ///
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"

# region draw
torch.manual_seed(0)  # key line
moved = torch.rand(2).to(device)
torch.manual_seed(0)
drawn = torch.rand(2, device=device)
print("drawn on the CPU:", [round(x, 4) for x in moved.tolist()])
print("drawn on the device:", [round(x, 4) for x in drawn.tolist()])
# endregion

assert [round(x, 4) for x in moved.tolist()] == [0.4963, 0.7682]  # shows: cpu-move
assert (drawn.tolist() == moved.tolist()) == (device == "cpu")
assert torch.rand(2, device=device).tolist() != drawn.tolist()  # shows: once
