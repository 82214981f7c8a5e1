"""Seven billion parameters: the weights fill 14 of 80 GB, training with Adam needs 112 GB before any activation.

$ python snippets/large-models/weights_fit_where_training_does_not.py
"""
import torch

# region count
width, inner, words = 4096, 11008, 39260
with torch.device("meta"):  # shapes without memory
    block = [torch.nn.Linear(width, width, bias=False) for _ in range(4)]  # attention
    block += [torch.nn.Linear(width, inner, bias=False) for _ in range(3)]  # MLP
    ends = [torch.nn.Linear(width, words, bias=False) for _ in range(2)]  # embedding and head
count = 33 * sum(m.weight.numel() for m in block) + sum(m.weight.numel() for m in ends)

for name, each in {"weights": 2, "gradients": 2, "Adam, fp32 copy": 12}.items():  # bytes per parameter
    print(f"{name:16} {each * count / 1e9:5.1f} GB")
needed = (2 + 2 + 12) * count  # key line, else: needed = (2 + 2) * count
print(f"{'together':16} {needed / 1e9:5.1f} GB (GPU: 80 GB)")
# endregion

assert 2 * count < 80e9 < needed
assert abs(needed - 16 * 7e9) < 0.01 * needed
assert 2 * count < 80e9 < needed  # shows: not-one-step
assert needed > 80e9  # no batch is in this sum  # refutes: any-number-steps
assert 80e9 - needed < 0  # refutes: activations-leave-room

copy = torch.nn.Linear(8, 8, bias=False)  # fp32; the weight in 16 bits is made from it
optimizer = torch.optim.Adam(copy.parameters())
copy(torch.ones(1, 8)).sum().backward()
optimizer.step()
moments = [t for t in optimizer.state[copy.weight].values() if t.numel() > 1]
assert len(moments) == 2  # after the first step  # refutes: adam-waits-second
assert sum(t.nbytes for t in (copy.weight, *moments)) == 12 * 8 * 8  # shows: three-fp32-copy-two-moments
