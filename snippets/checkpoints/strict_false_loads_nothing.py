"""With strict=False the wrong prefix is no error: nothing is loaded.

$ torchrun --nproc-per-node 2 snippets/checkpoints/strict_false_loads_nothing.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(3, 2))
plain = torch.nn.Linear(3, 2)
before = plain.weight.clone()

# region load
state = model.state_dict()  # key line, else: state = model.module.state_dict()
result = plain.load_state_dict(state, strict=False)
print("loaded:", len(state) - len(result.unexpected_keys), "of", len(state))
print("weights unchanged:", torch.equal(plain.weight, before))
# endregion

assert result.missing_keys == ["weight", "bias"]
assert result.unexpected_keys == ["module.weight", "module.bias"]
assert torch.equal(plain.weight, before)  # refutes: raises-no-error
assert len(state) == len(plain.state_dict())  # refutes: file-as-many-tensors
shapes = [[values.shape for values in keys.values()] for keys in (state, plain.state_dict())]
assert shapes[0] == shapes[1]  # refutes: shapes-file-model
try:
    plain.load_state_dict({"weight": torch.ones(5, 5)}, strict=False)
    said = ""
except RuntimeError as error:
    said = str(error)
assert "size mismatch for weight" in said  # a key of the model with another shape still raises
assert not torch.equal(plain.weight, model.module.weight)
good = plain.load_state_dict(model.module.state_dict(), strict=False)
assert result.missing_keys and not good.missing_keys  # shows: missing-keys-empty
dist.destroy_process_group()
