"""Two ranks write shards as safetensors and consolidate them: the file holds whole weights with the names of the model.

$ torchrun --nproc-per-node 2 snippets/fsdp/shards_become_safetensors.py
"""

import os

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from safetensors.torch import load_file
from torch.distributed.checkpoint import HuggingFaceStorageReader, HuggingFaceStorageWriter
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
torch.manual_seed(0)
model = torch.nn.Linear(2, 4, bias=False)
alone = model.weight.detach().clone()
fully_shard(model, mesh=mesh)

# region save
state = model.state_dict()
files = dict.fromkeys(state, 1)  # which file of the consolidated ones holds it
writer = HuggingFaceStorageWriter("hf", fqn_to_index_mapping=files, save_distributed=True, enable_consolidation=True)
dcp.save(state, storage_writer=writer)  # key line -> FileNotFoundError: [Errno 2]
dist.barrier()
print("sharded:", *sorted(os.listdir("hf/sharded")))
whole = load_file("hf/model-00001-of-00001.safetensors")
print("whole:", {name: tuple(value.shape) for name, value in whole.items()})
# endregion

torch.testing.assert_close(whole["weight"], alone)
back = {"weight": torch.zeros_like(state["weight"])}
dcp.load(back, storage_reader=HuggingFaceStorageReader("hf"))
torch.testing.assert_close(back["weight"].to_local(), alone[2 * rank : 2 * rank + 2])
dist.destroy_process_group()
