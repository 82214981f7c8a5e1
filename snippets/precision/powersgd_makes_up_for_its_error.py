"""PowerSGD keeps what it did not send and adds it to the next gradient: over many steps the mean comes right.

$ torchrun --nproc-per-node 2 snippets/precision/powersgd_makes_up_for_its_error.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks import powerSGD_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
both = [torch.randn(8, 16, generator=torch.Generator().manual_seed(seed)) for seed in (0, 1)]
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(16, 16, bias=False))
weight = model.module.weight
exact = sum(torch.autograd.grad((x @ weight.T).pow(2).sum(), weight)[0] for x in both) / 2

# region feedback
state = powerSGD_hook.PowerSGDState(
    None, matrix_approximation_rank=1, start_powerSGD_iter=2, use_error_feedback=True  # key line, else: None, matrix_approximation_rank=1, start_powerSGD_iter=2, use_error_feedback=False
)
model.register_comm_hook(state, powerSGD_hook.powerSGD_hook)
total, errors = torch.zeros_like(weight), {}
for step in range(1, 103):  # the weight does not change, so the gradient is the same in each step
    model.zero_grad()
    model(both[rank]).pow(2).sum().backward()
    if step > 2:
        total += weight.grad
        errors[step - 2] = ((total / (step - 2) - exact).norm() / exact.norm()).item()
for steps in (1, 10, 100):
    print(f"mean of {steps} steps: error {100 * errors[steps]:.0f} %")
# endregion

assert errors[1] > 0.5 and errors[100] < 0.15  # shows: later-right
dist.barrier()
dist.destroy_process_group()
