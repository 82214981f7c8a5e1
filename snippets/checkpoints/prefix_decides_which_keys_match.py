"""Keys match only if file and model agree on the prefix, as after stripping it or saving the inner module.

$ torchrun --nproc-per-node 2 snippets/checkpoints/prefix_decides_which_keys_match.py
"""
import torch
import torch.distributed as dist
from torch.nn.modules.utils import consume_prefix_in_state_dict_if_present
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()


def build():
    model = torch.nn.Sequential()
    model.add_module("up", torch.nn.Linear(2, 4))
    model.add_module("down", torch.nn.Linear(4, 2, bias=False))
    return model


plain, wrapped = build(), DistributedDataParallel(build())

# region match
files = {
    "wrapped": wrapped.state_dict(),
    "stripped": wrapped.state_dict(),
    "inner": wrapped.module.state_dict(),
}
consume_prefix_in_state_dict_if_present(files["stripped"], "module.")  # key line
loads = {}
print("plain model:", ", ".join(plain.state_dict()))
for name, state in files.items():
    for target, model in (("plain", plain), ("wrapped", wrapped)):
        result = model.load_state_dict(state, strict=False)
        count = loads[name, target] = len(state) - len(result.unexpected_keys)
        print(f"{name} file into {target} model: {count} of {len(state)}")
        print("  missing:", ", ".join(result.missing_keys) or "none")
        print("  unexpected:", ", ".join(result.unexpected_keys) or "none")
# endregion

assert loads["wrapped", "plain"] == 0 and loads["wrapped", "wrapped"] == 3
assert loads["stripped", "plain"] == loads["inner", "plain"] == 3
assert loads["stripped", "wrapped"] == loads["inner", "wrapped"] == 0
assert not wrapped.module.load_state_dict(files["inner"]).missing_keys  # shows: on-model-module
assert loads["inner", "wrapped"] == 0  # refutes: strict-false
unchanged = list(files["inner"])
consume_prefix_in_state_dict_if_present(files["inner"], "module.")
assert list(files["inner"]) == unchanged  # refutes: strip-module-keys
twice = DistributedDataParallel(wrapped).load_state_dict(files["inner"], strict=False)
assert len(twice.missing_keys) == 3  # refutes: wrap-ddp-once-more
first = torch.nn.Sequential()
first.add_module("first", torch.nn.Linear(2, 4))
first.add_module("down", torch.nn.Linear(4, 2, bias=False))
result = DistributedDataParallel(first).load_state_dict(files["wrapped"], strict=False)
assert len(files["wrapped"]) - len(result.unexpected_keys) == 1
dist.destroy_process_group()
