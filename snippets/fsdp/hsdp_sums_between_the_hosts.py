"""HSDP on a 2 x 2 mesh: shards over 2 ranks, copies over 2; each group costs one more all-reduce, of the shard alone.

$ torchrun --nproc-per-node 4 snippets/fsdp/hsdp_sums_between_the_hosts.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
model = torch.nn.Sequential(*[torch.nn.Linear(8, 8, bias=False) for _ in range(3)])

# region mesh
names = ("hosts", "gpus")
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=names)  # key line, else: mesh = init_device_mesh("cpu", (4,))
for layer in model:
    fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)
with CommDebugMode() as comm:
    model(torch.full((1, 8), float(rank))).sum().backward()
counts = {str(op).rpartition(".")[2].strip("_"): n for op, n in comm.get_comm_counts().items()}
held = sum(p.to_local().nbytes for p in model.parameters())
print(f"rank {rank}: host {rank // 2}, {held} B of 768; {counts}")
# endregion

assert held == 3 * 64 * 4 // 2
assert sorted(counts.values()) == [3, 3, 6]
gradient = model[2].weight.grad
assert gradient.placements[0].is_replicate() and gradient.placements[1].is_shard()
group = model[0]._get_fsdp_state()._fsdp_param_group
ranks_of = dist.get_process_group_ranks
host, copies = [rank // 2 * 2, rank // 2 * 2 + 1], [rank % 2, rank % 2 + 2]
assert ranks_of(group._all_gather_process_group) == host  # refutes: weights-all-gathers
assert ranks_of(group._reduce_scatter_process_group) == host  # refutes: whole-reduce-scatter
assert ranks_of(group._all_reduce_process_group) == copies  # shows: gradients-shard-all-reduce
assert counts["allreduce"] == 3  # refutes: nothing-each-host
dist.destroy_process_group()
