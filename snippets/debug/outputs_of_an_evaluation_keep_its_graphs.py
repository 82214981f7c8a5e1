"""Collected outputs hold the activations of all batches, though the model is in eval mode.

$ python snippets/debug/outputs_of_an_evaluation_keep_its_graphs.py
"""
import contextlib
import weakref

import torch

layers = [torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.Tanh()) for _ in range(3)]
model = torch.nn.Sequential(*layers, torch.nn.Linear(64, 1)).eval()
boxes = []


class Box(list):  # holds a saved tensor until autograd drops it
    pass


def keep(tensor):  # autograd calls it for each tensor that a backward would need
    box = Box([tensor.detach()])  # with its graph it would hold itself
    if not isinstance(tensor, torch.nn.Parameter) and tensor.shape == (256, 64):
        boxes.append(weakref.ref(box))
    return box


def held():
    living = [box()[0] for box in boxes if box() is not None]
    return sum({t.untyped_storage().data_ptr(): t.nbytes for t in living}.values())


# region evaluate
def collect(gradients):
    boxes.clear()
    outputs = []
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda box: box[0]), gradients:
        for _ in range(5):
            outputs.append(model(torch.ones(256, 64)))
    return sum(output.nbytes for output in outputs), held()


for name, gradients in {
    "eval() alone": contextlib.nullcontext(),
    "and no_grad()": torch.no_grad(),  # key line, else: "and no_grad()": contextlib.nullcontext(),
}.items():
    outputs, activations = collect(gradients)
    print(f"{name}: outputs {outputs:,} B, activations behind them {activations:,} B")
# endregion

assert outputs == 5 * 256 * 4 and activations == 0  # shows: outputs-alone
assert collect(contextlib.nullcontext())[1] == 5 * 4 * 256 * 64 * 4  # shows: eval-keeps-activations
