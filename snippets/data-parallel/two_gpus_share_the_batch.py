"""On two GPUs, DataParallel cuts the batch, gathers on the first GPU and sums the gradients there.

$ python snippets/data-parallel/two_gpus_share_the_batch.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# ///
import copy

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(10, 4)
        self.calls, self.seen = 0, []

    def forward(self, shard):
        self.calls += 1  # lost: an assignment to the replica
        self.seen.append((shard.device.index, len(shard)))  # kept: replicas share the list
        return self.linear(shard)


torch.manual_seed(0)
inner = Model().to("cuda:0")
plain = copy.deepcopy(inner)
batch = torch.randn(5, 10, device="cuda:0")
plain(batch).square().mean().backward()

# region real
model = torch.nn.DataParallel(inner, device_ids=[0, 1])  # key line, else: model = inner
output = model(batch)
output.square().mean().backward()
print("GPU and samples:", sorted(inner.seen))
print("output:", tuple(output.shape), "on", output.device)
print("counter:", inner.calls)
# endregion

assert sorted(inner.seen) == [(0, 3), (1, 2)]
assert inner.calls == 0
assert output.shape == (5, 4)
assert output.device == torch.device("cuda", 0)
torch.testing.assert_close(inner.linear.weight.grad, plain.linear.weight.grad)
