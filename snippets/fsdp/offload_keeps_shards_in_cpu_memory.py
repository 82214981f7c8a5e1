"""With CPUOffloadPolicy the shards, their gradients and Adam's moments lie in CPU memory between two steps.

$ torchrun --nproc-per-node 1 snippets/fsdp/offload_keeps_shards_in_cpu_memory.py
"""

# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import gc

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import CPUOffloadPolicy, OffloadPolicy, fully_shard

dist.init_process_group("nccl", device_id=torch.device("cuda", 0))
mesh = init_device_mesh("cuda", (dist.get_world_size(),))


# region offload
def between_steps(policy):
    gc.collect()  # a model before it is gone, with its hooks
    before = torch.cuda.memory_allocated()
    model = torch.nn.Sequential(*[torch.nn.Linear(1024, 1024, bias=False) for _ in range(4)])
    for layer in model:
        fully_shard(layer, mesh=mesh, offload_policy=policy)
    fully_shard(model, mesh=mesh, offload_policy=policy)
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.ones(1, 1024, device="cuda")).sum().backward()
    optimizer.step()
    return (torch.cuda.memory_allocated() - before) / 2**20, model[0].weight.device.type


between_steps(OffloadPolicy())  # the first run also allocates the workspace of cuBLAS
on_gpu = between_steps(OffloadPolicy())
on_cpu = between_steps(CPUOffloadPolicy())  # key line, else: on_cpu = between_steps(OffloadPolicy())
print(f"on the GPU between steps: {on_gpu[0]:.0f} MiB, with offload {on_cpu[0]:.0f} MiB")
# endregion

assert (on_gpu[1], on_cpu[1]) == ("cuda", "cpu")
assert 64 <= on_gpu[0] < 72 and on_cpu[0] < 8  # four layers of 4 MiB, 16 bytes a parameter
dist.destroy_process_group()
