"""broadcast_from_rank0 replaces what the ranks built by the model of rank 0.

$ torchrun --nproc-per-node 2 snippets/errors/rank_0_sends_its_model_to_the_shards.py
"""
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region seed
torch.manual_seed(rank)
model = torch.nn.Linear(2, 4, bias=False)
state = {name: value.clone() for name, value in model.state_dict().items()} if rank == 0 else {}
fully_shard(model, mesh=mesh)
options = StateDictOptions(full_state_dict=True, broadcast_from_rank0=True)
set_model_state_dict(model, state, options=options)  # key line
whole = model.weight.full_tensor()
print(f"rank {rank}: the weight begins with {whole[0, 0].item():.4g} and ends with {whole[3, 1].item():.4g}")
# endregion

torch.manual_seed(0)
assert torch.equal(whole, torch.nn.Linear(2, 4, bias=False).weight)
dist.destroy_process_group()
