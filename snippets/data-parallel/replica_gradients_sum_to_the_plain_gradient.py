"""Simulation: the replica gradients sum to the gradient of the plain model.

$ python snippets/data-parallel/replica_gradients_sum_to_the_plain_gradient.py
"""
import copy
from concurrent.futures import ThreadPoolExecutor

import torch

model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)
plain = copy.deepcopy(model)
batch = torch.tensor([[1.0], [2.0], [3.0], [4.0]])

# region step
shards = batch.chunk(2)  # 1. scatter: [1, 2] and [3, 4]
replicas = [copy.deepcopy(model) for _ in shards]  # 2. replicate
with ThreadPoolExecutor(2) as pool:  # 3. parallel apply: threads of one process
    outputs = list(pool.map(lambda replica, shard: replica(shard), replicas, shards))
loss = torch.cat(outputs).square().mean()  # 4. gather, then one mean over 4 samples
loss.backward()
model.weight.grad = torch.zeros(1, 1)
for number, replica in enumerate(replicas):
    model.weight.grad += replica.weight.grad  # key line
    print(f"replica {number}: gradient {replica.weight.grad.item()}")
print(f"module: gradient {model.weight.grad.item()}")
# endregion

plain(batch).square().mean().backward()
assert model.weight.grad == plain.weight.grad == 2 * (1 + 4 + 9 + 16) / 4  # shows: one-loss-gathered
assert [len(shard) for shard in shards] == [2, 2]  # shows: computing-halved
parts = [replica.weight.grad.item() for replica in replicas]
assert parts == [2 * (1 + 4) / 4, 2 * (9 + 16) / 4]  # shows: gradient-already-divided

optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
optimizer.step()
after = [replica.weight.item() for replica in replicas]
assert model.weight != 1 and after == [1, 1]  # shows: first-alone
assert after[1] != model.weight  # refutes: all-four
assert all(weight != model.weight for weight in after)  # refutes: had-samples
assert model.weight != 1  # refutes: none-before
assert model.weight.grad is not None and set(optimizer.state) == {model.weight}  # shows: gradients-state-module

# The same with a loss that is a sum, on four devices.
shards, replicas = batch.chunk(4), [copy.deepcopy(plain) for _ in range(4)]
outputs = [replica(shard) for replica, shard in zip(replicas, shards, strict=True)]
parts = torch.autograd.grad(torch.cat(outputs).square().sum(), [replica.weight for replica in replicas])
whole = torch.autograd.grad(plain(batch).square().sum(), plain.weight)[0]
assert sum(parts) == whole == 2 * (1 + 4 + 9 + 16)  # shows: adds-divides-nothing
