"""Whether torch has a name that an extension needs can be asked before the extension is imported.

$ python snippets/errors/names_in_torch_tell_what_an_extension_was_built_for.py
"""
import ctypes
from pathlib import Path

import torch

OLDER = "_ZN3c106detail14torchCheckFailEPKcS2_jRKSs"
NEWER = OLDER.replace("Ss", "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE")


# region look
def is_here(symbol: str) -> bool:
    torchs = Path(torch.__file__).parent / "lib/libtorch_python.so"  # it needs the others, so they are asked too
    return hasattr(ctypes.CDLL(str(torchs)), symbol)  # key line, else: return True


print("the newer strings of C++:", torch.compiled_with_cxx11_abi())
for symbol in (OLDER, NEWER):
    print(symbol[:48], "is here" if is_here(symbol) else "is not here")
# endregion

assert torch.compiled_with_cxx11_abi() and is_here(NEWER) and not is_here(OLDER)
assert is_here("_ZN2at15get_num_threadsEv")  # of another library of torch than libc10.so
