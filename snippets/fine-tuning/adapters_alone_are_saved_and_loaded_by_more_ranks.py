"""Adapters alone are saved by two ranks, under plain names, and loaded by four.

$ torchrun --nproc-per-node 4 snippets/fine-tuning/adapters_alone_are_saved_and_loaded_by_more_ranks.py
"""
import torch
import torch.distributed as dist
from _adapter import network, trained
from torch.distributed.checkpoint.state_dict import StateDictOptions, get_model_state_dict, set_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
two = init_device_mesh("cpu", (2, 2), mesh_dim_names=("copies", "shards"))["shards"]
four = init_device_mesh("cpu", (ranks,))
before, after = network(), network()
[parameter.data.fill_(number + 1) for number, parameter in enumerate(trained(before))]
fully_shard(before, mesh=two)
fully_shard(after, mesh=four)

# region save
options = StateDictOptions(
    full_state_dict=True,
    ignore_frozen_params=True,  # key line
)
state = get_model_state_dict(before, options=options)
names, size = list(state), sum(tensor.nbytes for tensor in state.values())
if rank == 0:
    torch.save(state, "adapter.pt")
dist.barrier()
options = StateDictOptions(full_state_dict=True, strict=False)  # the file has no base
set_model_state_dict(after, torch.load("adapter.pt"), options=options)
print(f"saves {size} B: {names}; a rank holds {after[0].b.to_local().numel()} of {after[0].b.numel()} numbers of B")
# endregion

assert names == ["0.a", "0.b", "1.a", "1.b"] and size == 512  # shows: adapters-alone
for number, parameter in enumerate(trained(after)):
    assert parameter.full_tensor().eq(number + 1).all()  # shows: loaded-by-four
assert torch.equal(after[0].base.weight.full_tensor(), network()[0].base.weight)  # shows: base-stays
dist.destroy_process_group()
