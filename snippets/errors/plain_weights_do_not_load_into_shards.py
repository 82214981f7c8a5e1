"""load_state_dict of a sharded model copies plain tensors onto DTensors, and torch refuses.

$ torchrun --nproc-per-node 2 snippets/errors/plain_weights_do_not_load_into_shards.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Error(s) in loading state_dict for FSDPLinear"
# asserts = ['raises("RuntimeError: got mixed torch.Tensor and DTensor", at="model.load_state_dict(state)")']
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
torch.manual_seed(0)
whole = torch.nn.Linear(4, 4)
state = whole.state_dict()  # as from a file

# region load
model = fully_shard(torch.nn.Linear(4, 4), mesh=init_device_mesh("cpu", (2,)))
model.load_state_dict(state)  # key line
print("loaded:", torch.equal(model.weight.full_tensor(), whole.weight))
# endregion

dist.destroy_process_group()
