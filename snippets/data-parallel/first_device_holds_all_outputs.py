"""Counted on the meta device: while gather runs, the first of four devices holds five times the logits of the others.

$ python snippets/data-parallel/first_device_holds_all_outputs.py
"""
import torch

# region gather
head = torch.nn.Linear(768, 50_257, device="meta")  # meta: shapes without memory
batch = torch.empty(32, 1024, 768, device="meta")  # 32 sequences of 1,024 tokens
outputs = [head(shard) for shard in batch.chunk(4)]  # (8, 1024, 50257) on each device
held = [output.nbytes for output in outputs]
held[0] += torch.cat(outputs).nbytes  # key line
for device, count in enumerate(held):
    print(f"device {device}: {count / 2**30:.3g} GiB of logits")
# endregion

assert held[1:] == [8 * 1024 * 50_257 * 4] * 3
assert held[0] == (8 + 32) * 1024 * 50_257 * 4
