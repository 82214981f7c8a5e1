"""A checkpoint that Git LFS has not fetched is a pointer of three lines, and unpickling stops at its first letter.

$ python snippets/errors/pointer_of_git_lfs_is_no_checkpoint.py
"""
# /// script
# [tool.lockstep]
# expect = "UnpicklingError: invalid load key, 'v'."
# asserts = [
#   """says("131 bytes begin with version") and raises("UnpicklingError: invalid load key, 'v'.", at="torch.load")""",
# ]
# ///
from pathlib import Path

import torch

# region load
pointer = """version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 438412
"""
torch.save(torch.nn.Linear(3, 2).state_dict(), "model.pt")
Path("model.pt").write_text(pointer)  # key line, else: Path("model.lfs").write_text(pointer)

start = Path("model.pt").read_bytes()
print(len(start), "bytes begin with", start[:7].decode("latin1"))
print("loaded", list(torch.load("model.pt", weights_only=False)))
# endregion
