"""Without a transport in the environment gloo takes the one for this system.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/gloo_takes_the_transport_of_the_system.py
"""
import os

import torch
import torch.distributed as dist

os.environ["GLOO_DEVICE_TRANSPORT"] = "WIN32"  # as an image or a profile may set it

# region group
os.environ.pop("GLOO_DEVICE_TRANSPORT", None)  # key line -> RuntimeError: makeDeviceFor
dist.init_process_group("gloo")
rank = dist.get_rank()
total = torch.tensor([rank + 1.0])
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item():g}")
# endregion

assert total.item() == 3  # 1 + 2
dist.destroy_process_group()
