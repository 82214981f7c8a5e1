"""A file from GPU 7 names that GPU, and torch.load asks for it; the tag is written here without a GPU.

$ python snippets/errors/file_asks_for_the_gpu_it_was_saved_from.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Attempting to deserialize object on"
# asserts = [
#   'says("saved on cuda:7") and raises("RuntimeError: Attempting to deserialize object on", at="torch.load")',
# ]
# ///
import torch
from torch.serialization import register_package

# Stands in for a GPU: storages are tagged as if they lay on cuda:7.
register_package(5, lambda storage: "cuda:7", lambda storage, tag: None)

# region load
torch.save({"weight": torch.ones(3)}, "model.pt")  # from GPU 7
torch.load("model.pt", map_location=lambda data, tag: print("saved on", tag) or data)

state = torch.load("model.pt")  # key line, else: state = torch.load("model.pt", map_location="cpu")
print("loaded onto", state["weight"].device)
# endregion
