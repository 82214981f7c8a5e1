"""What one layer of Llama 3 8B keeps for its backward grows with tokens; recomputed, it keeps its input.

$ python snippets/choose/activations_of_one_layer.py
"""
import torch
from _count import Kept
from _block import Block
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils.checkpoint import checkpoint

torch.set_default_dtype(torch.bfloat16)

kept, again = {}, {}
# region count
with FakeTensorMode():  # shapes without numbers
    block = Block(4096, 14336, 32, 8)
    weights = sum(weight.nbytes for weight in block.parameters())
    for tokens in (2048, 8192, 32768):
        x = torch.empty(1, tokens, 4096, requires_grad=True)
        with Kept(block) as all_of_it:
            block(x)
        with Kept(block) as input_only:
            checkpoint(block, x, use_reentrant=False)  # key line, else: block(x)
        kept[tokens], again[tokens] = all_of_it.bytes / 1e9, input_only.bytes / 1e9
        told = f"keeps {kept[tokens]:.2f} GB, recomputed {again[tokens]:.3f} GB"
        print(f"{tokens} tokens: {told}; weights {weights / 1e9:.2f} GB")
# endregion

assert abs(kept[32768] - 16 * kept[2048]) < 1e-9  # shows: grows-with-tokens
assert all(again[tokens] < kept[tokens] / 20 for tokens in kept)  # shows: input-below-a-twentieth
assert all(abs(again[tokens] - tokens * 4096 * 2 / 1e9) < 1e-6 for tokens in kept)  # shows: input-alone
assert kept[2048] > weights / 1e9 / 1.1  # shows: 2048-tokens-as-much-as-weights
