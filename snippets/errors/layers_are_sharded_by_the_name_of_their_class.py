"""The classes of a model are listed, and each layer of the repeated class is sharded by its name.

$ torchrun --nproc-per-node 2 snippets/errors/layers_are_sharded_by_the_name_of_their_class.py
"""
from collections import Counter

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, fully_shard

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
layer = torch.nn.TransformerEncoderLayer(8, 2, 16)
model = torch.nn.TransformerEncoder(layer, 3, enable_nested_tensor=False)

# region shard
classes = Counter(type(module).__name__ for module in model.modules())
print(dict(classes))
wanted = "TransformerEncoderLayer"  # key line, else: wanted = "transformerencoderlayer" -> LookupError: no layer is called
if wanted not in classes:
    raise LookupError(f"no layer is called {wanted}")
for module in list(model.modules()):
    if type(module).__name__ == wanted:
        fully_shard(module, mesh=mesh)
fully_shard(model, mesh=mesh)
# endregion

groups = [module for module in model.modules() if isinstance(module, FSDPModule)]
assert len(groups) == 4  # three layers and the model
dist.destroy_process_group()
