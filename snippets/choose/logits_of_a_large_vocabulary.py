"""Logits of 128,256 words in fp32 take more than two layers keep, and recomputed layers do not change it.

$ python snippets/choose/logits_of_a_large_vocabulary.py
"""
import torch
from _count import Kept
from _block import Block
from _model import loss_of
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

torch.set_default_dtype(torch.bfloat16)
TOKENS, DIM = 8192, 4096

kept = {}
# region count
with FakeTensorMode():
    x = torch.empty(1, TOKENS, DIM, requires_grad=True)
    labels = torch.zeros(1, TOKENS, dtype=torch.long)
    with Kept(block := Block(DIM, 14336, 32, 8)) as layer:
        block(x)
    for words in (32000, 128256):
        head = nn.Linear(DIM, words, bias=False)
        with Kept(head) as found:
            loss_of(head(x).float(), labels)  # key line, else: head(x)
        kept[words] = found.bytes
        told = f"a layer {layer.bytes / 1e9:.2f} GB"
        print(f"{words} words: {found.bytes / 1e9:.2f} GB; {told}")
# endregion

assert kept[128256] > 2 * layer.bytes  # shows: logits-above-two-layers
assert kept[32000] < layer.bytes  # shows: small-vocabulary-below-a-layer
assert abs(kept[128256] - TOKENS * (128256 * 4 + DIM * 2)) < 1e6  # shows: four-bytes-a-logit
