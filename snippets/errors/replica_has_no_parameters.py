"""Simulation: a replica of DataParallel has its weights, and parameters() of it gives none.

$ python snippets/errors/replica_has_no_parameters.py
"""
# /// script
# [tool.lockstep]
# expect = "StopIteration: Caught StopIteration in replica 0 on device 0."
# asserts = ['raises("StopIteration: Caught StopIteration in replica 0 on device 0")']
# ///
import torch
from torch._utils import ExceptionWrapper


# region forward
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        dtype = next(self.parameters()).dtype  # key line, else: dtype = self.scale.dtype
        return self.scale * x.to(dtype)


model = Model()
print("model:", len(list(model.parameters())), "parameter")

replica = model._replicate_for_data_parallel()  # what DataParallel does for each GPU
replica.scale = model.scale * 1  # and a copy that is no parameter
print("replica:", len(list(replica.parameters())), "parameters")
error = None
try:
    replica(torch.ones(2, 3))
except Exception:
    error = ExceptionWrapper(where="in replica 0 on device 0")  # as in the threads of DataParallel
if error:
    error.reraise()
# endregion
