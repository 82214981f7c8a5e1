"""A file that rank 0 writes from model.state_dict() under fully_shard holds the rows of rank 0 and no others.

$ torchrun --nproc-per-node 2 snippets/fsdp/file_of_one_rank_holds_one_shard.py
"""

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
model = fully_shard(torch.nn.Linear(8, 4, bias=False), mesh=init_device_mesh("cpu", (dist.get_world_size(),)))
whole = StateDictOptions(full_state_dict=True, cpu_offload=True)

# region save
state = model.state_dict()  # key line, else: state = get_model_state_dict(model, options=whole)
if rank == 0:
    torch.save(state, "model.pt")
    found = torch.load("model.pt", weights_only=False)["weight"]
    rows = found.to_local() if hasattr(found, "to_local") else found
    print(f"says {tuple(found.shape)}, holds {tuple(rows.shape)}")
# endregion

if rank == 0:
    assert rows.shape == (2, 8) and found.shape == (4, 8)
state = get_model_state_dict(model, options=whole)
assert len(state) == (rank == 0) and all(value.shape == (4, 8) for value in state.values())
dist.barrier()
dist.destroy_process_group()
