"""The device is a GPU where torch sees one, and the CPU elsewhere.

$ python snippets/errors/device_is_chosen_by_what_is_there.py
"""
import torch

# region place
device = "cuda"
device = device if torch.cuda.is_available() else "cpu"  # key line, else: device = device if torch.cuda.is_available() else "mps"
print("device:", device)
# endregion

assert device == "cuda" or torch.ones(3, device="cpu").device.type == device
