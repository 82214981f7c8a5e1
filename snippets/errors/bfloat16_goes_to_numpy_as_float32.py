"""float32 holds every bfloat16, so the cast loses nothing and NumPy takes it.

$ python snippets/errors/bfloat16_goes_to_numpy_as_float32.py
"""
import torch

outputs = torch.tensor([0.5, 1.5]).bfloat16()

# region array
array = outputs.float().numpy()  # key line, else: array = torch.zeros(2).numpy()
print(array.dtype, array.tolist())
# endregion

assert array.tolist() == outputs.tolist() == [0.5, 1.5]  # shows: cast-loses-nothing
