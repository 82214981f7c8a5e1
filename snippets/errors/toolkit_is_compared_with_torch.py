"""Whether the compiler of CUDA fits torch can be seen before the build: torch wants the first number of both to be equal.

$ python snippets/errors/toolkit_is_compared_with_torch.py
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

import torch
from torch.utils import cpp_extension

home = Path("cuda-11.8/bin")  # a toolkit that only tells its version
home.mkdir(parents=True)
(home / "nvcc").write_text("#!/bin/sh\necho 'Cuda compilation tools, release 11.8, V11.8.89'\n")
(home / "nvcc").chmod(0o755)
cpp_extension.CUDA_HOME = "cuda-11.8"  # torch looks for it, also on the PATH
torch.version.cuda = "12.4"


# region compare
def wrong():
    nvcc = os.path.join(cpp_extension.CUDA_HOME or "", "bin/nvcc")
    if torch.version.cuda is None:
        return "this torch is not built with CUDA"
    if not shutil.which(nvcc):
        return f"no compiler of CUDA at {nvcc}"
    text = subprocess.run([nvcc, "--version"], capture_output=True, text=True, check=True).stdout
    release = re.search(r"release ([0-9.]+)", text)[1]
    if release.split(".")[0] != torch.version.cuda.split(".")[0]:  # key line, else: if False:
        return f"nvcc is {release}, torch is built with {torch.version.cuda}"
    return "nothing"


print("wrong:", wrong())
# endregion

assert wrong() == "nvcc is 11.8, torch is built with 12.4"
torch.version.cuda = "11.7"
assert wrong() == "nothing"
cpp_extension.CUDA_HOME = "cuda-12.4"
assert wrong().startswith("no compiler of CUDA")
