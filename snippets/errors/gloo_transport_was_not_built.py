"""A transport of gloo that this torch was not built with: gloo makes no device, and no group.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/gloo_transport_was_not_built.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: makeDeviceFor"
# ///
import os

import torch
import torch.distributed as dist

# region group
os.environ["GLOO_DEVICE_TRANSPORT"] = "WIN32"  # key line
dist.init_process_group("gloo")
rank = dist.get_rank()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item():g}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
