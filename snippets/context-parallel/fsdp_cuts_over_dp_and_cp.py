"""Two sequences, each over 2 ranks: FSDP over all 4 cuts weights into quarters, and the step is that of one process.

$ torchrun --nproc-per-node 4 snippets/context-parallel/fsdp_cuts_over_dp_and_cp.py
"""
import torch
import torch.distributed as dist
from _model import Model, loss_sum, samples
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
tokens, labels = samples(2)
alone = Model()
(loss_sum(alone(tokens), labels) / labels.numel()).backward()
torch.optim.SGD(alone.parameters(), lr=1.0).step()

# region mesh
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "cp"))
model = Model(cp=mesh.get_group("cp"))  # the ring goes over two ranks
fully_shard(model, mesh=mesh["dp", "cp"]._flatten("dp_cp"))  # key line, else: fully_shard(model, mesh=mesh["dp"])
dp, cp = mesh.get_coordinate()
mine = model.positions[cp]
logits = model(tokens[dp : dp + 1, mine])  # dp chooses the sequence, cp the tokens
loss = loss_sum(logits, labels[dp : dp + 1, mine]) / labels.numel()
(4 * loss).backward()  # FSDP divides by its 4 ranks
held, whole = model.head.weight.to_local().numel(), model.head.weight.numel()
print(f"rank {rank}: sequence {dp}, positions {mine.tolist()}, holds {held} of {whole}")
# endregion

torch.optim.SGD(model.parameters(), lr=1.0).step()
for found, expected in zip(model.parameters(), alone.parameters(), strict=True):
    assert torch.allclose(found.full_tensor(), expected, atol=1e-5)  # shows: step-as-one-process
assert held * 4 == whole  # shows: quarter-of-weights
dist.barrier()
dist.destroy_process_group()
