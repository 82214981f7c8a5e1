"""With activation checkpointing these blocks keep a ninth of the bytes for backward, and gradients stay equal.

$ python snippets/bench/checkpointed_blocks_keep_a_ninth.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# exclusive = true
# volatile = [" ms"]
# ///
import statistics
import time
from functools import partial

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

cuda = torch.cuda.is_available()
options = {"device": "cuda", "dtype": torch.bfloat16} if cuda else {}
width, samples = (2048, 8192) if cuda else (128, 256)
torch.manual_seed(0)
up, down = partial(nn.Linear, width, 4 * width), partial(nn.Linear, 4 * width, width)
model = nn.ModuleList(nn.Sequential(up(), nn.GELU(), down()) for _ in range(8))
model.to(**options)
weights = {p.untyped_storage().data_ptr() for p in model.parameters()}
inputs, bytes_kept, gradients = torch.randn(samples, width, **options), [], []

def keep(tensor):  # autograd calls it for each tensor that backward will need
    if (at := tensor.untyped_storage().data_ptr()) not in weights:
        kept[at] = tensor.nbytes
    return tensor

# region step
for way in ("plain", "checkpointed"):
    blocks, times = list(model), []
    if way == "checkpointed":
        blocks = [partial(checkpoint, b, use_reentrant=False) for b in model]  # key line
    for _ in range(3 + 12):
        kept, hidden, start = {}, inputs, time.perf_counter()
        with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
            for block in blocks:
                hidden = block(hidden)
        hidden.sum().backward()
        if cuda:
            torch.cuda.synchronize()  # the call returns before the GPU is done
        times.append(1000 * (time.perf_counter() - start))
        gradient = model[0][0].weight.grad
        model.zero_grad()
    low, median, high = statistics.quantiles(times[3:])  # the first three warm up
    spread = f"({low:.3g} to {high:.3g})"
    bytes_kept.append(sum(kept.values()))
    print(f"{way}: kept {bytes_kept[-1] >> 20} MiB, step {median:.3g} {spread} ms")
    gradients.append(gradient)
# endregion

assert bytes_kept[0] == 9 * bytes_kept[1]
torch.testing.assert_close(*gradients)
