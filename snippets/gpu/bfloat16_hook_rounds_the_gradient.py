"""DDP's bfloat16 hook sends half the bytes and leaves a gradient of 8 binary digits.

$ torchrun --nproc-per-node 1 snippets/gpu/bfloat16_hook_rounds_the_gradient.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
from torch.nn.parallel import DistributedDataParallel

torch.cuda.set_device(0)
dist.init_process_group("nccl")  # DDP asks for a build with CUDA and NCCL, not for this group
inner = torch.nn.Linear(1, 1, bias=False).cuda()

# region hook
model = DistributedDataParallel(inner)
model.register_comm_hook(None, default_hooks.bf16_compress_hook)  # key line
model(torch.full((1, 1), 1 + 2**-9, device="cuda")).backward()
gradient = inner.weight.grad.item()
print(f"sent {1 + 2**-9:.6g}, received {gradient:.6g}")
# endregion

assert gradient == 1.0
dist.destroy_process_group()
