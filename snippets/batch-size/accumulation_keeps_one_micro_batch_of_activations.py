"""The peak of what is kept for backward is that of one micro-batch, however many are accumulated.

$ python snippets/batch-size/accumulation_keeps_one_micro_batch_of_activations.py
"""
from collections import Counter

import torch

layers = [torch.nn.Sequential(torch.nn.Linear(256, 256), torch.nn.Tanh()) for _ in range(4)]
model = torch.nn.Sequential(*layers)
inputs = torch.randn(256, 256)
alive = peak = 0
users = Counter(p.untyped_storage().data_ptr() for p in model.parameters())  # not activations

class Kept:
    """Counts a tensor from the forward that keeps it to the backward that frees it."""

    def __init__(self, tensor):
        global alive, peak
        self.tensor = tensor
        self.storage = tensor.untyped_storage()
        users[self.storage.data_ptr()] += 1
        if users[self.storage.data_ptr()] == 1:
            alive += self.storage.nbytes()
        peak = max(peak, alive)

    def __del__(self):
        global alive
        users[self.storage.data_ptr()] -= 1
        if users[self.storage.data_ptr()] == 0:
            alive -= self.storage.nbytes()

peaks, gradients = {}, []

# region peak
for micro_batches in (1, 2, 4, 8, 16):
    peak = 0
    pieces = inputs.chunk(micro_batches)  # key line, else: pieces = [inputs]
    with torch.autograd.graph.saved_tensors_hooks(Kept, lambda kept: kept.tensor):
        for piece in pieces:
            (model(piece.clone()).sum() / len(inputs)).backward()
    peaks[micro_batches] = peak
    gradients.append(model[0][0].weight.grad)
    model.zero_grad()
    print(f"{micro_batches} x {len(pieces[0])} samples: at most {peak:,} B kept for backward")
# endregion

tensors = 1 + 4  # the input of the first Linear and the output of each Tanh
assert alive == 0 and all(peak == tensors * inputs.nbytes / n for n, peak in peaks.items())
assert peaks[16] == peaks[1] / 16  # shows: micro-batches-one-after-other
for gradient in gradients[1:]:
    torch.testing.assert_close(gradient, gradients[0])
