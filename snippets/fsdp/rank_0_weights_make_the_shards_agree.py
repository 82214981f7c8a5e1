"""With the state dict of rank 0 broadcast after fully_shard, all shards are pieces of one model, whatever the seeds.

$ torchrun --nproc-per-node 2 snippets/fsdp/rank_0_weights_make_the_shards_agree.py
"""

import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import StateDictOptions, set_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))

# region right
torch.manual_seed(rank)
model = torch.nn.Linear(1, 4, bias=False)
first = {name: value.clone() for name, value in model.state_dict().items()} if rank == 0 else {}
fully_shard(model, mesh=mesh)
options = StateDictOptions(full_state_dict=True, broadcast_from_rank0=True)
set_model_state_dict(model, first, options=options)  # key line
sharded = model.weight.full_tensor().flatten().tolist()
torch.manual_seed(0)
alone = torch.nn.Linear(1, 4, bias=False).weight.flatten().tolist()
same = [ours == theirs for ours, theirs in zip(sharded, alone, strict=True)]
print(f"rows as in the model of rank 0: {same}")
# endregion

assert same == [True] * 4  # shows: weights-rank-0-fix
dist.destroy_process_group()
