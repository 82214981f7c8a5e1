"""Of one model 4 ranks hold all, a layer, a slice of each matrix, or a shard of each: 4,096 B or 1,024 B on a rank.

$ torchrun --nproc-per-node 4 snippets/large-models/four_arrangements_hold_these_bytes.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

def build():
    torch.manual_seed(0)
    return torch.nn.Sequential(*[torch.nn.Linear(8, 8, bias=False) for _ in range(4)])

def shard(model):
    for module in [*model, model]:
        fully_shard(module, mesh=mesh)  # key line
    return model

# region count
plan = {"0": ColwiseParallel(), "1": RowwiseParallel(), "2": ColwiseParallel(), "3": RowwiseParallel()}
arrangements = {
    "copies": DistributedDataParallel(build()).module,
    "layers": build()[rank : rank + 1],
    "tensors": parallelize_module(build(), mesh, plan),
    "shards": shard(build()),
}
held = {}
for name, model in arrangements.items():
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 8)).sum().backward()
    optimizer.step()
    weights = list(model.parameters())
    tensors = [t for w in weights for t in (w, w.grad, *optimizer.state[w].values()) if t.numel() > 1]
    held[name] = sum((t.to_local() if isinstance(t, DTensor) else t).nbytes for t in tensors)
    local = {k[0]: w.to_local() if isinstance(w, DTensor) else w for k, w in model.named_parameters()}
    shapes = ", ".join(f"{layer}: {tuple(w.shape)}" for layer, w in local.items())
    print(f"rank {rank}: {name:7} {held[name]:,} B, weights {{{shapes}}}")
# endregion

whole = 16 * 4 * 8 * 8
assert held == {"copies": whole} | dict.fromkeys(("layers", "tensors", "shards"), whole // world_size)
cut = parallelize_module(build(), mesh, plan)
mine = slice(2 * rank, 2 * rank + 2)
assert torch.equal(cut[0].weight.to_local(), build()[0].weight[mine])  # rows: output features
assert torch.equal(cut[1].weight.to_local(), build()[1].weight[:, mine])  # columns: input features
assert torch.equal(shard(build())[1].weight.to_local(), build()[1].weight[mine])
part, whole = cut[1].weight.to_local(), build()[1].weight
assert rank != 2 or part.equal(whole[:, 4:6])  # shows: columns-4-5
assert rank != 2 or not part.equal(whole[:, 2:4])  # refutes: columns-2-3
assert rank != 2 or not part.equal(whole[4:6])  # refutes: rows-4-5
assert rank != 2 or not part.equal(whole[2:4])  # refutes: rows-2-3
dist.destroy_process_group()
