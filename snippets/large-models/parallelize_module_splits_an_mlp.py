"""parallelize_module leaves half of an MLP's weights on each of 2 ranks; forward and backward cost one all-reduce each.

$ torchrun --nproc-per-node 2 snippets/large-models/parallelize_module_splits_an_mlp.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("gloo")
rank = dist.get_rank()
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(4, 8, bias=False), torch.nn.ReLU(), torch.nn.Linear(8, 4, bias=False))
inputs = torch.randn(2, 4, requires_grad=True)  # as if another layer came before
full = model(inputs).detach()  # one process
slope = torch.autograd.grad(model(inputs).sum(), inputs)[0]
own = inputs.detach() + rank  # an input that the other rank does not have
right = model(own).detach()

# region split
plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
model = parallelize_module(model, mesh, plan)  # key line, else: model = parallelize_module(model, init_device_mesh("cpu", (2, 1), mesh_dim_names=("a", "b"))["b"], plan)
with torch.profiler.profile() as profile:
    output = model(inputs)
    output.sum().backward()
collectives = [event.name for event in profile.events() if event.name.startswith("c10d::")]
shapes = [tuple(weight.to_local().shape) for weight in model.parameters()]
print(f"rank {rank}: holds {shapes}, called {collectives}")
# endregion

torch.testing.assert_close(output, full)
torch.testing.assert_close(inputs.grad, slope)
assert shapes == [(4, 4), (4, 4)] and collectives == 2 * ["c10d::allreduce_"]
assert shapes == [(4, 4), (4, 4)]  # of (8, 4) and (4, 8)  # shows: slices-matrices
assert len(collectives) == 2  # one in the forward, one in the backward  # shows: mlp-all-reduce-forward-backward
assert not torch.allclose(model(own), right)  # and no error  # shows: parallelize-module-plan
dist.destroy_process_group()
