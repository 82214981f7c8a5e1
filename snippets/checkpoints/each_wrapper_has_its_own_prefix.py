"""Each wrapper puts its own prefix before the keys, and get_model_state_dict takes away all but DataParallel's.

$ torchrun --nproc-per-node 2 snippets/checkpoints/each_wrapper_has_its_own_prefix.py
"""
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import get_model_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn import DataParallel, Linear
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (2,))

# region keys
wrapped = {
    "plain model": Linear(3, 2, bias=False),
    "DataParallel": DataParallel(Linear(3, 2, bias=False)),
    "DDP": DistributedDataParallel(Linear(3, 2, bias=False)),
    "compile": torch.compile(Linear(3, 2, bias=False)),
    "compile(DDP)": torch.compile(DistributedDataParallel(Linear(3, 2, bias=False))),
    "fully_shard": fully_shard(Linear(3, 2, bias=False), mesh=mesh),
}
keys = {}
for name, model in wrapped.items():
    state = model.state_dict()
    before = next(iter(state))
    state = get_model_state_dict(model)  # key line
    keys[name] = before, next(iter(state))
    print(f"{name}: {before} -> {keys[name][1]}")
# endregion

assert keys["compile(DDP)"] == ("_orig_mod.module.weight", "weight")
assert keys["DataParallel"] == ("module.weight", "module.weight")
assert keys["fully_shard"] == ("weight", "weight")
assert keys["compile"][0] == "_orig_mod.weight"  # shows: orig-mod
assert isinstance(wrapped["fully_shard"], Linear) and keys["fully_shard"][0] == "weight"  # shows: none-modules-in-place
state = wrapped["DataParallel"].state_dict()
loaded = wrapped["DDP"].load_state_dict(state, strict=False)
assert not loaded.missing_keys and not loaded.unexpected_keys  # shows: all-keys-match-loads
assert not loaded.missing_keys  # refutes: keys-reported-missing
assert state["module.weight"].shape == wrapped["plain model"].weight.shape  # refutes: shapes-differ
assert [key.count("module.") for key in (*state, *wrapped["DDP"].state_dict())] == [1, 1]  # refutes: prefix-twice
dist.destroy_process_group()
