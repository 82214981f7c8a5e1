"""With an adapter at each layer, backward keeps as much as in full training; with fewer adapters or with checkpoints it keeps less.

$ python snippets/fine-tuning/adapters_do_not_shrink_activations.py
"""
import torch
from _adapter import Adapted
from torch import nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(0)
DIM, TOKENS, LAYERS = 64, 256, 4
x = torch.randn(TOKENS, DIM)


def blocks(adapters, frozen=False, every=1):
    layers = [nn.Linear(DIM, DIM, bias=False) for _ in range(2 * LAYERS)]
    for number, layer in enumerate(layers):
        layer.requires_grad_(not frozen)
        if adapters and number % every == 0:
            layers[number] = Adapted(layer, rank=4)
    return [nn.Sequential(up, nn.GELU(), down) for up, down in zip(layers[::2], layers[1::2])]


def kept(model, again=False):
    """Bytes that the graph keeps for backward; a tensor counts once, and weights do not."""
    own, seen = {p.untyped_storage().data_ptr() for block in model for p in block.parameters()}, {}

    def pack(tensor):
        if tensor.untyped_storage().data_ptr() not in own:
            seen[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes(), tensor
        return tensor

    y = x
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        for block in model:
            y = checkpoint(block, y, use_reentrant=False) if again else block(y)
    inputs = sum(y.nbytes for _ in model) if again else 0  # checkpoint keeps the input of each block itself
    return inputs or sum(size for size, _ in seen.values())


# region kept
full = kept(blocks(adapters=False))
adapters = kept(blocks(adapters=True))
again = kept(blocks(adapters=True), again=True)  # key line, else: again = kept(blocks(adapters=True))
first = kept(blocks(adapters=True, frozen=True, every=2))  # at the first layer of each block
frozen = kept(blocks(adapters=False, frozen=True))
print(f"full {full // 1024} KiB, adapters {adapters // 1024} KiB, checkpointed {again // 1024} KiB, frozen {frozen} B")
print(f"adapters at every second layer {first // 1024} KiB")
# endregion

assert adapters >= full  # shows: adapters-not-less-than-full
assert again < adapters / 2  # shows: checkpointed-less-than-half
assert again < first < 0.7 * full  # shows: fewer-adapters-keep-less
assert frozen == 0  # shows: frozen-keeps-nothing
