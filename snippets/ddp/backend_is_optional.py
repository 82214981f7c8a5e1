"""Without a backend torch takes one, that of the accelerator; what it takes for CUDA is simulated here.

$ torchrun --nproc-per-node 2 snippets/ddp/backend_is_optional.py
"""
from datetime import timedelta
from unittest.mock import patch

import torch
import torch.distributed as dist
from torch.distributed.distributed_c10d import Backend, BackendConfig, _get_default_timeout

# region start
dist.init_process_group()
found = [dist.get_backend_config()]
cuda = torch.device("cuda")
with patch("torch._C._get_accelerator", return_value=cuda):  # key line
    found.append(str(BackendConfig(Backend("undefined"))))  # nothing named
found.append(str(BackendConfig(Backend("cpu:gloo,cuda:nccl"))))
if dist.get_rank() == 0:
    print("no backend named, no accelerator:", found[0])
    print("no backend named, simulated CUDA:", found[1])
    print("both named:", found[2])
# endregion

assert found == ["cpu:gloo", "cuda:nccl", "cpu:gloo,cuda:nccl"]
assert found[1] == "cuda:nccl"  # shows: nccl-carries
assert "cpu" not in found[1]  # shows: nothing-accelerator
assert _get_default_timeout(Backend("undefined")) == timedelta(minutes=30)  # NCCL or not
value = torch.ones(1)
dist.all_reduce(value)
assert value.item() == 2
dist.destroy_process_group()
