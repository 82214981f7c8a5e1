"""Cast to float32 for the one operation that float16 has not, and back where the rest wants float16.

$ python snippets/errors/distances_in_float32_and_back.py
"""
import torch

points = torch.tensor([[0.0, 0.0], [3.0, 4.0]]).half()

# region distances
distances = torch.cdist(points.float(), points.float()).half()  # key line, else: distances = points
print(distances.max().item(), distances.dtype)
# endregion

assert distances.max().item() == 5.0  # shows: distance-5
