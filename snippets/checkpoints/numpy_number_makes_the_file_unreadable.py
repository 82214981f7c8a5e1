"""A NumPy number in the checkpoint is saved without complaint, and torch.load refuses the file.

$ python snippets/checkpoints/numpy_number_makes_the_file_unreadable.py
"""
# /// script
# [tool.lockstep]
# expect = "UnpicklingError: Weights only load failed"
# asserts = ['says("saved") and raises("UnpicklingError: Weights only load failed", at="torch.load")']
# ///
import numpy
import torch

# region load
best = numpy.float64(0.25)  # key line, else: best = 0.25
torch.save({"weight": torch.ones(2), "best loss": best}, "checkpoint.pt")
print("saved")
print(torch.load("checkpoint.pt"))
# endregion
