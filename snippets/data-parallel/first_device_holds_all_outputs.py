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
assert outputs[0].nbytes == outputs[1].nbytes  # shows: own-shard-others
assert held[0] - outputs[0].nbytes == 32 * 1024 * 50_257 * 4  # shows: gathered-outputs-whole


def fullest(dtype=torch.float32, first=0, one_loss=False):
    """Bytes of outputs on the fullest device; `first` gathers logits as `dtype`, or a loss for each token."""
    own = [output.nbytes for output in outputs]
    sent = [output[..., 0] if one_loss else output.to(dtype) for output in outputs]
    own[first] += torch.cat(sent).nbytes
    return max(own)


state = 2 * sum(p.nbytes for p in head.parameters())  # the moments of Adam
saved = fullest() - fullest(one_loss=True)
assert saved > 6 * 2**30  # shows: one-loss-each-token
assert fullest(first=1) == fullest()  # refutes: output-device
assert state < saved / 10  # refutes: state-optimizer
assert fullest() - fullest(dtype=torch.bfloat16) < saved  # refutes: bfloat16
