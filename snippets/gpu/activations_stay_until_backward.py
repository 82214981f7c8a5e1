"""Four Tanh on 4 MiB keep four outputs, 16 MiB, until backward has used them.

$ python snippets/gpu/activations_stay_until_backward.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import weakref

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
inputs = torch.ones(2**20, device=device, requires_grad=True)  # 4 MiB
allocated = torch.cuda.memory_allocated if device == "cuda" else lambda: 0
before, kept, living = allocated(), {}, []


class Box(list):  # what autograd holds until backward has used it
    pass


def keep(tensor):  # autograd calls it for each tensor that backward will need
    kept[tensor.untyped_storage().data_ptr()] = tensor.nbytes
    box = Box([tensor])
    living.append(weakref.ref(box))
    return box


# region forward
output = inputs
with torch.autograd.graph.saved_tensors_hooks(keep, lambda box: box[0]):
    for _ in range(4):
        output = output.tanh()  # key line
print(f"kept for backward: {sum(kept.values()) // 2**20} MiB")
# endregion

assert sum(kept.values()) == 16 * 2**20
assert len(living) == 4 and all(saved() is not None for saved in living)
if device == "cuda":  # the allocator counts the same
    assert abs(allocated() - before - 16 * 2**20) < 2**16
output.sum().backward()
assert all(saved() is None for saved in living)  # backward has let go of each
del output
if device == "cuda":
    assert abs(allocated() - before - 4 * 2**20) < 2**16  # gradient of the input
