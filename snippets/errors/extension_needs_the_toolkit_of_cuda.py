"""Torch needs the compiler of CUDA to build an extension, and does not know where it is.

$ python snippets/errors/extension_needs_the_toolkit_of_cuda.py
"""
# /// script
# [tool.lockstep]
# expect = "OSError: CUDA_HOME environment variable is not set. Please set it to your CUDA install root."
# asserts = ['raises("OSError", at="CUDAExtension(")']
# ///
from torch.utils import cpp_extension

# region build
cpp_extension.CUDA_HOME = None  # as torch sets it where it finds no nvcc
print("CUDA_HOME:", cpp_extension.CUDA_HOME)
extension = cpp_extension.CUDAExtension("operators", ["operators.cu"])  # key line, else: extension = None
print("ready to build")
# endregion
