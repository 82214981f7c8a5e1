"""Simulation: what forward assigns to its replica is lost, so a counter stays 0.

$ python snippets/data-parallel/counter_in_forward_stays_zero.py
"""
import torch


class Counter(torch.nn.Module):
    calls = 0

    def forward(self, shard):
        self.calls += 1
        return shard


model = Counter()

# region count
for step in range(3):
    # the method that torch.nn.parallel.replicate calls for each device
    replicas = [model._replicate_for_data_parallel() for _ in range(2)]  # key line, else: replicas = [model, model]
    for replica, shard in zip(replicas, torch.arange(4).chunk(2), strict=True):
        replica(shard)
    print(f"step {step}: replicas count {[r.calls for r in replicas]}, the module {model.calls}")
# endregion

assert model.calls == 0  # shows: lost-replica
assert [replica.calls for replica in replicas] == [1, 1]
