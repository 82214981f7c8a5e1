"""A model of the size of GPT-2 XL has 6 GB of gradients, and on 8 ranks each sends 11 GB in each step.

$ python snippets/ddp/gradients_of_one_step.py
"""
import torch

# region count
layers, width, words, places, ranks = 48, 1600, 50257, 1024, 8
with torch.device("meta"):  # shapes only, no memory
    block = torch.nn.TransformerEncoderLayer  # attention and two linear layers
    parts = [block(width, 25, 4 * width) for _ in range(layers)]
    parts += [torch.nn.Embedding(words, width), torch.nn.Embedding(places, width)]
parameters = sum(p.numel() for part in parts for p in part.parameters())
gradients = parameters * 4 / 1e9  # GB in float32
sent = 2 * (ranks - 1) / ranks * gradients  # key line, else: sent = 0
print(f"{parameters / 1e9:.2f} billion parameters")
print(f"{gradients:.1f} GB of gradients, {sent:.1f} GB sent by each rank")
speeds = {"10 Gbit/s Ethernet": 1.25, "400 Gbit/s InfiniBand": 50, "H100 NVLink": 450}
for name, speed in speeds.items():
    print(f"{name}, {speed} GB/s each way: {sent / speed:.2g} s a step")
# endregion

assert parameters == layers * (12 * width**2 + 13 * width) + (words + places) * width
assert 10 < sent < 12
