"""A checkpoint saved from a GPU loads onto that GPU, unless map_location says otherwise.

$ python snippets/gpu/checkpoint_remembers_its_gpu.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

torch.save({"weight": torch.ones(3, device="cuda:0")}, "checkpoint.pt")

# region load
plain = torch.load("checkpoint.pt")
print("without map_location:", plain["weight"].device)
state = torch.load("checkpoint.pt", map_location="cpu")  # key line, else: state = torch.load("checkpoint.pt")
print('with map_location="cpu":', state["weight"].device)
# endregion

assert plain["weight"].device == torch.device("cuda", 0)
assert state["weight"].device == torch.device("cpu")
