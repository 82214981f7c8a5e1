"""An adapter merged into its base gives the same output in float32; in bf16 small updates are rounded away, before or after a cast.

$ python snippets/fine-tuning/a_merged_adapter_in_bf16_is_rounded.py
"""
import torch
from _adapter import Adapted
from torch import nn

torch.manual_seed(0)
layer = Adapted(nn.Linear(256, 256, bias=False), rank=8)
layer.b.data.normal_(std=2e-5)
found = {}

# region merge
x = torch.randn(4, 256)
update = layer.scale * layer.b @ layer.a
for dtype in (torch.float32, torch.bfloat16):
    base = layer.base.weight.to(dtype)
    merged = base + update.to(dtype)  # key line, else: merged = base
    changed = (merged != base).float().mean().item()
    apart = (merged.float() - base.float() - update).norm() / update.norm()
    found[dtype] = changed, apart.item()
    print(f"{str(dtype)[6:]}: {changed:.0%} of the weights change, the update is off by {apart:.0%}")
cast = (base.float() + update).to(torch.bfloat16)
found["cast"] = (cast != base).float().mean().item()
print(f"added in float32, then cast to bfloat16: {found['cast']:.0%} of the weights change")
# endregion

separate, together = layer(x), x @ (layer.base.weight + update).T
assert torch.allclose(separate, together, atol=1e-5)  # shows: merged-gives-the-same
assert found[torch.float32][0] > 0.9 and found[torch.float32][1] < 0.01  # shows: float32-keeps-the-update
assert found[torch.bfloat16][0] < 0.5  # shows: bf16-most-weights-stay
assert abs(found["cast"] - found[torch.bfloat16][0]) < 0.01  # shows: cast-afterwards-is-no-better
