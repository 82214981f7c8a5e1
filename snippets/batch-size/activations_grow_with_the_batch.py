"""The bytes kept for backward grow with the batch; the bytes of the parameters do not.

$ python snippets/batch-size/activations_grow_with_the_batch.py
"""
import torch

model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.Tanh()) for _ in range(4)])
parameters = {p.untyped_storage().data_ptr() for p in model.parameters()}
parameter_bytes = sum(p.nbytes for p in model.parameters())

saved = {}  # storage -> bytes
def keep(tensor):
    storage = tensor.untyped_storage()
    if storage.data_ptr() not in parameters:
        saved[storage.data_ptr()] = storage.nbytes()
    return tensor

# region grow
activation_bytes = []
for batch in (64, 128, 256):
    saved.clear()  # key line
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        loss = model(torch.zeros(batch, 256)).sum()
    activation_bytes.append(sum(saved.values()))
    print(f"batch {batch}: parameters {parameter_bytes:,} B, kept for backward {activation_bytes[-1]:,} B")
# endregion

tensors = 1 + 4  # the input of the first Linear and the output of each Tanh
assert activation_bytes == [tensors * batch * 256 * 4 for batch in (64, 128, 256)]
