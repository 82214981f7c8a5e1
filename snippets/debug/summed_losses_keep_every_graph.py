"""Validation losses summed as tensors keep the activations of all batches; their numbers keep none.

$ python snippets/debug/summed_losses_keep_every_graph.py
"""
import weakref

import torch

model = torch.nn.Sequential(*[torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(3)])
weights = {p.untyped_storage().data_ptr() for p in model.parameters()}


class Box(list):  # holds a saved tensor until autograd drops it
    pass


def keep(tensor):  # autograd calls it for each tensor that backward will need
    box = Box([tensor.detach()])  # with its graph it would hold itself
    if tensor.untyped_storage().data_ptr() not in weights:
        boxes.append(weakref.ref(box))
    return box


def held():
    living = [box()[0] for box in boxes if box() is not None]
    return sum({t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in living}.values())


# region sum
def bytes_after(steps, number_of, backward=False):
    total = 0.0
    for _ in range(steps):
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda box: box[0]):
            loss = model(torch.ones(256, 64)).square().mean()
        if backward:
            loss.backward()
        total = total + number_of(loss)
        loss = None
    return held()


tensors, numbers = [], []
for steps in (1, 2, 4, 8):
    boxes = []
    tensors.append(bytes_after(steps, lambda loss: loss))
    numbers.append(bytes_after(steps, lambda loss: loss.item()))  # key line, else: numbers.append(tensors[-1])
    print(f"{steps} batches: sum of tensors keeps {tensors[-1]:,} B, of numbers {numbers[-1]:,} B")
trained = bytes_after(8, lambda loss: loss, backward=True)
print(f"8 batches, each with a backward: {trained:,} B")
# endregion

one = 3 * 256 * 64 * 4 + 256 * 64 * 4  # the output of each Tanh and the input of the first Linear, fp32
assert tensors == [steps * one for steps in (1, 2, 4, 8)]  # shows: graph-each-step
assert numbers == [0, 0, 0, 0]  # shows: number-keeps-nothing
assert trained == 0  # shows: backward-drops-activations
