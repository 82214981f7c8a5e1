"""All ranks gather a sharded model, and rank 0 alone receives and writes it.

$ torchrun --nproc-per-node 2 snippets/checkpoints/all_ranks_gather_and_one_writes.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 0:"
# stays = "Then rank 1 writes the same file too, with nothing in it. That it was whole here is luck."
# ///
import os

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
weight = torch.nn.Linear(4, 4).weight.detach().clone()
torch.manual_seed(0)
model = fully_shard(torch.nn.Linear(4, 4), mesh=init_device_mesh("cpu", (2,)))

# region gather
local = sum(shard.to_local().numel() for shard in model.state_dict().values())
options = StateDictOptions(full_state_dict=True, cpu_offload=True)  # key line, else: options = StateDictOptions(full_state_dict=True)
state = get_model_state_dict(model, options=options)  # on all ranks
if rank == 0:
    torch.save(state, "model.pt")
whole = sum(values.numel() for values in state.values())
print(f"rank {rank}: holds {local} numbers, was given {whole}")
# endregion

assert (local, whole) == (10, 20 if rank == 0 else 0)  # shows: take-part-gathering
if rank == 0:
    assert torch.equal(torch.load("model.pt")["weight"], weight)
dist.barrier()
assert os.path.exists("model.pt")  # refutes: barrier-too-early
if rank == 0:
    alone = model.state_dict()  # returns without the other rank
assert rank > 0 or len(alone) == 2  # refutes: calls-state-dict-all

optimizer = torch.optim.AdamW(model.parameters())
model(torch.full((1, 4), rank + 1.0)).sum().backward()  # own gradients of the weight: 1 and 2
optimizer.step()
moments = [state[name] for state in optimizer.state.values() for name in ("exp_avg", "exp_avg_sq")]
sharded = [*model.parameters(), *moments]
assert all(2 * values.to_local().numel() == values.numel() for values in sharded)  # shows: shard-weights-adam-state
assert model.weight.grad.full_tensor().unique().item() == 1.5  # refutes: gradients-own-differ
assert model.weight.to_local().numel() < model.weight.numel()  # refutes: whole-weights
assert list(model.state_dict()) == list(torch.nn.Linear(4, 4).state_dict())  # refutes: keys-prefix-fit
dist.destroy_process_group()
