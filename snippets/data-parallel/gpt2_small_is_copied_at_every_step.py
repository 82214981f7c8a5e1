"""Counted on the meta device: in one step four devices exchange 3 GB for a model of 0.5 GB.

$ python snippets/data-parallel/gpt2_small_is_copied_at_every_step.py
"""
import torch
from torch.nn import Embedding, LayerNorm, TransformerEncoderLayer

# region bytes
with torch.device("meta"):  # shapes without memory
    blocks = [TransformerEncoderLayer(768, 12, 3072) for _ in range(12)]
    parts = [Embedding(50_257, 768), Embedding(1024, 768), *blocks, LayerNorm(768)]
parameters = sum(p.numel() for part in parts for p in part.parameters())
size = 4 * parameters  # fp32
print(f"GPT-2 small: {parameters:,} parameters, {size / 1e9:.2g} GB")
for devices in (2, 4, 8):
    received = (devices - 1) * size  # weights, for all devices but the first
    received += (devices - 1) * size  # key line
    print(f"{devices} devices: {received / 1e9:.3g} GB in each step")
    assert received == 2 * (devices - 1) * 497_759_232
# endregion
assert parameters == 124_439_808
