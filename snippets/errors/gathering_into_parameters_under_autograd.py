"""A collective that writes into a parameter is an in-place operation, and autograd forbids it on a leaf.

$ torchrun --nproc-per-node 2 snippets/errors/gathering_into_parameters_under_autograd.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation."
# asserts = ['raises("RuntimeError: a leaf Variable that requires grad", at="dist.all_gather(")']
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")

# region gather
mine = torch.nn.Linear(1, 1, bias=False)
models = [torch.nn.Linear(1, 1, bias=False) for _ in range(2)]  # for the model of each rank
weights = [model.weight for model in models]  # key line, else: weights = [model.weight.detach() for model in models]
dist.all_gather(weights, mine.weight.detach())
# endregion

dist.destroy_process_group()
