"""A library of operators that was built with the older strings of C++ asks torch for a name that it does not have.

$ python snippets/errors/operators_of_another_build_lack_a_symbol.py
"""
# /// script
# [tool.lockstep]
# expect = "OSError: ./operators.so: undefined symbol: _ZN3c106detail14torchCheckFailEPKcS2_jRKSs"
# asserts = [
#   """says("built against torch") and raises("OSError", at="ctypes.CDLL")""",
# ]
# ///
import ctypes
from pathlib import Path

import torch

OLDER = b"_ZN3c106detail14torchCheckFailEPKcS2_jRKSs"
HERE = OLDER.replace(b"Ss", b"NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE")

# region load
operators = (Path(torch.__file__).parent / "lib/libaoti_custom_ops.so").read_bytes()
print("built against torch, it needs", HERE.decode())
# The name in a build with the older strings, filled up to the same length.
operators = operators.replace(HERE, OLDER.ljust(len(HERE), b"\0"))  # key line

Path("operators.so").write_bytes(operators)
ctypes.CDLL("./operators.so")
print("loaded")
# endregion
