"""Of two libraries of one name a process uses the one that it loads first; if that is older, a function may be missing.

$ python snippets/errors/first_library_of_a_name_is_the_one_that_is_used.py
"""
import subprocess
import sys
from pathlib import Path

import torch

LIBRARIES = Path(torch.__file__).parent / "lib"

# region two
# Stands for an older libnccl.so.2: it has the same name, and lacks a function that this torch needs.
Path("libc10.so").write_bytes((LIBRARIES / "libc10.so").read_bytes().replace(b"promoteTypes", b"promoteOlder"))

first = "ctypes.CDLL('./libc10.so')"  # key line, else: first = ""
job = f"import ctypes; {first}; import torch; print('torch is imported')"
done = subprocess.run([sys.executable, "-c", job], capture_output=True, text=True)
print("ends with exit code", done.returncode)
print((done.stderr or done.stdout).splitlines()[-1].replace(f"{LIBRARIES}/", ""))
# endregion

assert done.returncode == 1 and "libtorch_cpu.so: undefined symbol: _ZN3c1012promoteTypes" in done.stderr
