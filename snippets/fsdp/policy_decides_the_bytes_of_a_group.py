"""SIMULATED on 64 ranks: in bf16 the groups that are whole take half, and with reduce_dtype in fp32 a bit more.

$ python snippets/fsdp/policy_decides_the_bytes_of_a_group.py
"""

# /// script
# [tool.lockstep]
# simulates = 64
# ///
import torch
import torch.distributed as dist
from torch.distributed._tools.fsdp2_mem_tracker import FSDPMemTracker
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard

ranks, layers, width = 64, 8, 128
bf16, fp32 = torch.bfloat16, torch.float32


def peak(model):
    optimizer, inputs = torch.optim.AdamW(model.parameters()), torch.ones(1, width)
    with FSDPMemTracker(model, optimizer) as tracker:
        for step in range(2):  # in the second step Adam has its state
            model(inputs).sum().backward()
            optimizer.step()
            optimizer.zero_grad()
            tracker.reset_mod_stats() if step == 0 else None
    return tracker.get_tracker_snapshot("peak")[torch.device("cpu")]["Total"]


found = []
dist.init_process_group("fake", rank=0, world_size=ranks)
mesh = init_device_mesh("cpu", (ranks,))
# region policies
policies = MixedPrecisionPolicy(), MixedPrecisionPolicy(bf16), MixedPrecisionPolicy(bf16, fp32)
for name, policy in zip(("fp32", "bf16", "bf16, reduced in fp32"), policies, strict=True):
    model = torch.nn.Sequential(*[torch.nn.Linear(width, width, bias=False) for _ in range(layers)])
    for layer in model:
        fully_shard(layer, mesh=mesh, mp_policy=policy)  # key line, else: pass
    fully_shard(model, mesh=mesh, mp_policy=policy)
    shards = 16 * layers * width**2 / ranks
    whole = (peak(model) - shards) / width**2
    print(f"{name}: {whole:.0f} B for each parameter of a group")
    found.append(round(whole))
# endregion
dist.destroy_process_group()

# Weights, the buffer of the next gather, a gradient, and the buffer it is sent from: four numbers for a parameter.
assert found == [4 + 4 + 4 + 4, 2 + 2 + 2 + 2, 2 + 2 + 2 + 4]
assert found[1] == found[0] / 2  # shows: half-bf16
