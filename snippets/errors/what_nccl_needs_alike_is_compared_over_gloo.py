"""Ranks compare over Gloo, before NCCL starts, the version and the settings of NCCL, and find a GPU that two of them use.

$ torchrun --nproc-per-node 2 snippets/errors/what_nccl_needs_alike_is_compared_over_gloo.py
"""
import os
import platform

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
if rank == 1:
    os.environ["NCCL_ALGO"] = "Ring"  # set on one host, forgotten on the other
os.environ["CUDA_VISIBLE_DEVICES"], os.environ["LOCAL_RANK"] = "3", "0"  # both ranks got the same GPU

# region compare
mine = {name: value for name, value in os.environ.items() if name.startswith("NCCL_")} | {"torch": torch.__version__}
if torch.cuda.is_available():
    mine["NCCL"] = torch.cuda.nccl.version()
local, visible = int(os.environ["LOCAL_RANK"]), os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")
gpu = f"{platform.node()} GPU {visible[local % len(visible)] or local}"  # more ranks than GPUs share them in turn
every: list = [None] * dist.get_world_size()
dist.all_gather_object(every, (mine, gpu))  # key line, else: every = [(mine, gpu)] * dist.get_world_size()

names = sorted({name for settings, _ in every for name in settings})
differ = {name: [settings.get(name) for settings, _ in every] for name in names}
differ = {name: values for name, values in differ.items() if len(set(values)) > 1}
shared = len(every) - len({gpu for _, gpu in every})
print(f"rank {rank}: {differ}; ranks without a GPU of their own: {shared}")
# endregion

assert differ == {"NCCL_ALGO": [None, "Ring"]} and shared == 1
dist.destroy_process_group()
