"""fully_shard over 1, 2, 4 or 8 ranks: the bytes of a rank fall with the ranks, those of a DDP copy do not.

$ torchrun --nproc-per-node 8 snippets/large-models/more_ranks_hold_smaller_shards.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

def build():
    return torch.nn.Sequential(*[torch.nn.Linear(8, 8, bias=False) for _ in range(4)])

def size(tensors):
    return sum((tensor.to_local() if isinstance(tensor, DTensor) else tensor).nbytes for tensor in tensors)

def held(model):
    """Bytes of weights, gradients and moments of Adam on this rank after a step."""
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 8)).sum().backward()
    optimizer.step()
    weights = list(model.parameters())
    moments = [moment for state in optimizer.state.values() for name, moment in state.items() if name != "step"]
    return size(weights), size([weight.grad for weight in weights]), size(moments)

# region shards
shards = {}
for ranks in (1, 2, 4, 8):  # so many share the model; the groups of them are copies of each other
    mesh = init_device_mesh("cpu", (world_size // ranks, ranks), mesh_dim_names=("copies", "shards"))
    model = build()
    for module in [*model, model]:
        fully_shard(module, mesh=mesh)  # key line, else: fully_shard(module)
    shards[ranks] = held(model)
copy = held(DistributedDataParallel(build()))
if rank == 0:
    for ranks, (weights, gradients, moments) in shards.items():
        print(f"shards on {ranks} ranks: weights {weights:,} B, gradients {gradients:,} B, moments {moments:,} B")
    print(f"a copy on each rank: {sum(copy):,} B")
# endregion

whole = 16 * 4 * 8 * 8  # 16 bytes a parameter
assert sum(copy) == whole and all(sum(parts) == whole // ranks for ranks, parts in shards.items())
assert all(parts == (whole // ranks // 4, whole // ranks // 4, whole // ranks // 2) for ranks, parts in shards.items())
dist.destroy_process_group()
