"""map_location decides on which device the tensors of a checkpoint land.

$ python snippets/checkpoints/map_location_decides_the_device.py
"""
import torch

torch.save({"weight": torch.ones(3)}, "checkpoint.pt")

# region map
state = torch.load("checkpoint.pt")
print("without:", state["weight"].device)
state = torch.load("checkpoint.pt", map_location="meta")  # key line
print("with map_location='meta':", state["weight"].device)
# endregion

assert state["weight"].is_meta and state["weight"].shape == (3,)  # shows: meta-shapes-no-data
torch.save({"weight": torch.ones(3, device="meta")}, "meta.pt")  # from a device that is not the default one
assert torch.load("meta.pt")["weight"].device == torch.device("meta")  # shows: device-file-names
assert torch.load("meta.pt")["weight"].device != torch.device("cpu")  # refutes: on-cpu
model = torch.nn.Linear(3, 1, bias=False)
weight, place = model.weight, model.weight.data_ptr()
model.load_state_dict({"weight": torch.ones(1, 3)})
assert model.weight is weight and weight.data_ptr() == place  # refutes: each-second-copy
with torch.device("cpu"):
    assert torch.load("meta.pt")["weight"].is_meta  # refutes: nowhere-each-rank
