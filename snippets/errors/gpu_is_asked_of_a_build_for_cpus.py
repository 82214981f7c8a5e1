"""A build of torch for CPUs refuses a tensor on a GPU.

$ python snippets/errors/gpu_is_asked_of_a_build_for_cpus.py
"""
# /// script
# [tool.lockstep]
# expect = "AssertionError: Torch not compiled with CUDA enabled"
# asserts = ['raises("AssertionError: Torch not compiled with CUDA enabled", at="torch.ones(3, device=device)")']
# ///
import torch

# region place
device = "cuda"  # key line, else: device = "cpu"
print("sum:", torch.ones(3, device=device).sum().item())
# endregion
