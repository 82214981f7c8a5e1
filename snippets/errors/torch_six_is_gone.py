"""A library that imports torch._six is older than torch 2.0, which has no such module.

$ python snippets/errors/torch_six_is_gone.py
"""
# /// script
# [tool.lockstep]
# expect = "ModuleNotFoundError: No module named 'torch._six'"
# asserts = ['''raises("ModuleNotFoundError: torch._six", at="from torch._six") and not says("largest norm")''']
# ///
# region import
from torch._six import inf  # key line, else: from math import inf

print("largest norm:", -inf)
# endregion
