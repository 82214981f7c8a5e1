"""TF32 has an old switch and a new one; after the new one was set, asking by the old name raises.

$ python snippets/precision/tf32_has_an_old_and_a_new_name.py
"""
import torch

matmul = torch.backends.cuda.matmul  # settings can be read and set where there is no GPU

# region names
print("old:", torch.get_float32_matmul_precision(), "new:", matmul.fp32_precision)
torch.set_float32_matmul_precision("high")
print("old name set to high, new:", matmul.fp32_precision)
torch.set_float32_matmul_precision("highest")
matmul.fp32_precision = "tf32"  # key line
try:
    answer = torch.get_float32_matmul_precision()
except RuntimeError as error:
    answer = str(error)[:46]
print("new name set, old:", answer)
# endregion

assert answer.startswith("PyTorch is checking the matmul precision")  # shows: old-raises
