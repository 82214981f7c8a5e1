"""map_location decides on which device the tensors of a checkpoint land.

$ python snippets/checkpoints/map_location_decides_the_device.py
"""
import torch

torch.save({"weight": torch.ones(3)}, "checkpoint.pt")

# region map
state = torch.load("checkpoint.pt")
print("without:", state["weight"].device)
state = torch.load("checkpoint.pt", map_location="meta")  # key line
print("with map_location='meta':", state["weight"].device)
# endregion

assert state["weight"].device == torch.device("meta")
assert state["weight"].shape == (3,)
