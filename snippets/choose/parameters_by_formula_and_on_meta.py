"""The parameters of Llama 3 8B by a formula and of the model on meta: the same number, times 16 bytes.

$ python snippets/choose/parameters_by_formula_and_on_meta.py
"""
import torch
from _model import Model

# region count
dim, ffn, heads, kv_heads, layers, words = 4096, 14336, 32, 8, 32, 128256
kv = kv_heads * dim // heads  # the width of keys and of values
block = 2 * dim * dim + 2 * dim * kv + 3 * dim * ffn + 2 * dim  # attention, MLP, norms
total = layers * block + 2 * words * dim + dim  # key line, else: total = layers * block
with torch.device("meta"):  # shapes without memory
    model = Model(dim, ffn, heads, kv_heads, layers, words)
counted = sum(weight.numel() for weight in model.parameters())
print(f"formula {total:,}, model {counted:,}")
ends = f"embedding and head {100 * 2 * words * dim / total:.0f} % of it"
print(f"state {16 * total / 1e9:.1f} GB in fp32 with Adam, {ends}")
# endregion

assert counted == total  # shows: formula-as-model
assert 16 * total / 1e9 > 80  # shows: state-above-80-gb
assert torch.empty(1, device="meta").device.type == "meta"
