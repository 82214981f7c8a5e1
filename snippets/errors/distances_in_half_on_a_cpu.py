"""cdist has no version for float16 on a CPU.

$ python snippets/errors/distances_in_half_on_a_cpu.py
"""
# /// script
# [tool.lockstep]
# expect = "NotImplementedError: \"cdist\" not implemented for 'Half'"
# asserts = ['raises("NotImplementedError: ", at="torch.cdist(points, points)")']
# ///
import torch

points = torch.tensor([[0.0, 0.0], [3.0, 4.0]])

# region distances
points = points.half()  # key line
distances = torch.cdist(points, points)
print(distances.max().item(), distances.dtype)
# endregion
