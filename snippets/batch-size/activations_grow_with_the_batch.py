"""The bytes kept for backward grow with the batch; those of parameters and gradients do not.

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

inputs = torch.zeros(64, 256)
activation_bytes = []

# region grow
for batch in (64, 128, 256):
    saved.clear()
    inputs = torch.zeros(batch, 256)  # key line
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        loss = model(inputs).sum()
    loss.backward()
    gradient_bytes = sum(p.grad.nbytes for p in model.parameters())
    activation_bytes.append(sum(saved.values()))
    state_bytes = parameter_bytes + gradient_bytes
    print(f"batch {batch}: parameters + gradients {state_bytes:,} B", end=", ")
    print(f"for backward {activation_bytes[-1]:,} B")
# endregion

tensors = 1 + 4  # the input of the first Linear and the output of each Tanh
assert gradient_bytes == parameter_bytes == 4 * 4 * (256 * 256 + 256)
assert activation_bytes == [tensors * batch * 256 * 4 for batch in (64, 128, 256)]  # shows: backward-keeps-activations
optimizer, sizes = torch.optim.Adam(model.parameters()), set()
for batch in (64, 256):
    optimizer.zero_grad()
    model(torch.zeros(batch, 256)).sum().backward()
    optimizer.step()
    moments = [tensor for state in optimizer.state.values() for tensor in state.values()]
    sizes.add((parameter_bytes, sum(p.grad.nbytes for p in model.parameters()), sum(t.nbytes for t in moments)))
assert len(sizes) == 1  # shows: parameters-optimizer-state
