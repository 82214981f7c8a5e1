"""get_model_state_dict gives the keys of the plain model, also from inside DDP.

$ torchrun --nproc-per-node 2 snippets/checkpoints/model_state_dict_has_no_prefix.py
"""
import torch
import torch.distributed as dist
from torch.distributed.checkpoint.state_dict import get_model_state_dict
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
model = DistributedDataParallel(torch.nn.Linear(3, 2))

# region keys
state = model.state_dict()
print("state_dict:", list(state))
state = get_model_state_dict(model)  # key line
print("get_model_state_dict:", list(state))
# endregion

assert list(state) == ["weight", "bias"]
dist.destroy_process_group()
