"""Four ranks as dp 2 x tp 2: outputs are summed over tp and gradients over dp, and both are those of one process.

$ torchrun --nproc-per-node 4 snippets/choose/outputs_over_tp_gradients_over_dp.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(output, group=mesh.get_group(\"tp\"))"
# label = "Sum outputs over dp"
# becomes = "dist.all_reduce(output, group=mesh.get_group(\"dp\"))"
#
# [[tool.lockstep.what-if]]
# line = "dist.all_reduce(gradient, group=mesh.get_group(\"dp\"))"
# label = "Sum gradients over all ranks"
# becomes = "dist.all_reduce(gradient)"
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank = dist.get_rank()
samples = torch.tensor([[1.0, 2.0], [3.0, 4.0]])  # two, of two features
weights = torch.tensor([5.0, 6.0], requires_grad=True)
outputs = samples @ weights
outputs.square().sum().div(2).backward()

# region sums
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
dp, tp = mesh.get_coordinate()
feature, weight = samples[dp, tp], weights[tp].detach()
output = feature * weight
dist.all_reduce(output, group=mesh.get_group("tp"))
gradient = feature * output  # of half the square of the output
dist.all_reduce(gradient, group=mesh.get_group("dp"))  # key line
print(f"rank {rank}: sample {dp}, weight {tp}, output {output:.0f}, gradient {gradient:.0f}")
# endregion

assert output == outputs[dp]  # shows: output-of-one-process
assert gradient == weights.grad[tp]  # shows: gradient-of-one-process
dist.destroy_process_group()
