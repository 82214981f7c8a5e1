"""parallelize_module over one rank splits nothing and computes what the plain model does.

$ torchrun --nproc-per-node 1 snippets/gpu/tensor_parallel_of_one_rank_is_the_plain_model.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)

device, backend = ("cuda", "nccl") if torch.cuda.is_available() else ("cpu", "gloo")
dist.init_process_group(backend)
mesh = init_device_mesh(device, (1,))
torch.manual_seed(0)
layers = torch.nn.Linear(4, 8, bias=False), torch.nn.Linear(8, 4, bias=False)
model = torch.nn.Sequential(*layers).to(device)
inputs = torch.ones(2, 4, device=device)
plain = model(inputs).detach()

# region split
plan = {"0": ColwiseParallel(), "1": RowwiseParallel()}
model = parallelize_module(model, mesh, plan)  # key line, else: model = parallelize_module(model, mesh, {"0": RowwiseParallel(), "1": ColwiseParallel()})
output = model(inputs)
for name, weight in model.named_parameters():
    local = tuple(weight.to_local().shape)
    print(f"{name}: {weight.placements}, local {local}")
# endregion

torch.testing.assert_close(output, plain)
assert [tuple(p.to_local().shape) for p in model.parameters()] == [(8, 4), (4, 8)]
assert [p.placements[0].dim for p in model.parameters()] == [0, 1]  # columns of the product, then rows
dist.destroy_process_group()
