"""One of 16,384 ranks of Llama 3 405B keeps 1 / 1,024 of its pipeline stage, SIMULATED without a weight.

$ python snippets/ranks/llama_3_shards_405_billion_over_16384.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# ///
from collections import OrderedDict
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel, RowwiseParallel, parallelize_module)  # fmt: skip

# arXiv 2407.21783, table 3: layers, width, FFN, width of 8 key-value heads; vocabulary
LAYERS, D, FFN, KV, VOCABULARY = 126, 16384, 53248, 1024, 128_000
SIZES = {"q": (D, D), "k": (D, KV), "v": (D, KV), "o": (D, D),
         "gate": (D, FFN), "up": (D, FFN), "down": (FFN, D)}  # fmt: skip

dist.init_process_group("fake", rank=0, world_size=16384)
# region cut
names = ("dp", "pp", "tp")
mesh = init_device_mesh("cpu", (128, 16, 8), mesh_dim_names=names)
with torch.device("meta"):  # shapes without memory
    layer = torch.nn.Sequential(OrderedDict({
        name: torch.nn.Linear(*size, bias=False) for name, size in SIZES.items()}))  # fmt: skip
whole = sum(weight.numel() for weight in layer.parameters())
for name, weight in layer.named_children():
    style = RowwiseParallel() if name in ("o", "down") else ColwiseParallel()
    parallelize_module(weight, mesh["tp"], style)
fully_shard(layer, mesh=mesh["dp"])  # key line
mine = sum(weight.to_local().numel() for weight in layer.parameters())
# endregion
norms, embeddings = 2 * D, 2 * VOCABULARY * D
total = LAYERS * (whole + norms) + embeddings + D
print(f"the model: {total / 1e9:.1f} billion weights")
print(f"a layer:   {whole:,} weights")
print(f"SIMULATED, 1 of 16,384 ranks: {mine:,} of a layer")
print(f"SIMULATED, its 8 layers: {8 * mine * 16 / 1e9:.3f} GB of 2 + 2 + 12 bytes")
assert mine == whole / (128 * 8)
assert round(total / 1e9) in (405, 406)
dist.destroy_process_group()
