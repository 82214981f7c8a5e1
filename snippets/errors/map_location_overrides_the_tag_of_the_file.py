"""map_location overrides the device that the file names; the tag is written here without a GPU.

$ python snippets/errors/map_location_overrides_the_tag_of_the_file.py
"""
import torch
from torch.serialization import register_package

# Stands in for a GPU: storages are tagged as if they lay on cuda:7.
register_package(5, lambda storage: "cuda:7", lambda storage, tag: None)

# region load
torch.save({"weight": torch.ones(3)}, "model.pt")  # from GPU 7
torch.load("model.pt", map_location=lambda data, tag: print("saved on", tag) or data)

state = torch.load("model.pt", map_location="cpu")  # key line, else: state = torch.load("model.pt") -> RuntimeError: Attempting to deserialize object
print("loaded onto", state["weight"].device)
# endregion

assert torch.equal(state["weight"], torch.ones(3))
