"""DDP's float16 hook sends half of the bytes; PowerSGD of rank 1 sends a thirty-second, with a large error in one step.

$ torchrun --nproc-per-node 2 snippets/precision/hooks_send_fewer_bytes.py
"""
import torch
import torch.distributed as dist
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks, powerSGD_hook
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
all_reduce, sent = dist.all_reduce, []


def counted(tensor, *args, **kwargs):
    sent.append(tensor.nbytes)
    return all_reduce(tensor, *args, **kwargs)


dist.all_reduce = counted
errors = {}
x = torch.randn(16, 64, generator=torch.Generator().manual_seed(rank))


def gradient(hook, state=None):
    torch.manual_seed(0)
    model = DistributedDataParallel(torch.nn.Linear(64, 64, bias=False))
    model.register_comm_hook(state, hook)
    for _ in range(3):  # PowerSGD sends all of it in the first two
        model.zero_grad()
        sent.clear()
        model(x).pow(2).sum().backward()
    return model.module.weight.grad, sum(sent)


# region hooks
exact, plain = gradient(default_hooks.allreduce_hook)
results = {"float16": gradient(default_hooks.fp16_compress_hook)}  # key line, else: results = {"float16": (exact, plain)}
for low_rank in (1, 4):
    state = powerSGD_hook.PowerSGDState(
        None, matrix_approximation_rank=low_rank, start_powerSGD_iter=2
    )
    results[f"PowerSGD {low_rank}"] = gradient(powerSGD_hook.powerSGD_hook, state)
for name, (value, nbytes) in results.items():
    errors[name] = 100 * ((value - exact).norm() / exact.norm()).item()
    print(f"{name}: {nbytes} of {plain} B, error {errors[name]:.2g} %")
# endregion

assert plain == 2 * results["float16"][1] == 32 * results["PowerSGD 1"][1]  # shows: half-32
assert errors["float16"] < 0.1 < 50 < errors["PowerSGD 1"]  # shows: float16-small-powersgd-large
dist.barrier()
dist.destroy_process_group()
