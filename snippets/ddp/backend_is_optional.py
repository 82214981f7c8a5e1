"""init_process_group needs no backend: it takes gloo for CPU tensors and, where there are GPUs, NCCL for theirs.

$ torchrun --nproc-per-node 2 snippets/ddp/backend_is_optional.py
"""
import torch
import torch.distributed as dist

# region start
dist.init_process_group()  # key line
value = torch.ones(1)
dist.all_reduce(value)
backend = dist.group.WORLD._get_backend(value.device).name()
print(f"{value.device.type} tensors go through {backend}, sum {value.item()}")
# endregion

assert (backend, value.item()) == ("gloo", 2.0)
dist.destroy_process_group()
