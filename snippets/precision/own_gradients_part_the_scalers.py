"""Where gradients are not averaged before the step, an inf on one rank makes only that rank's scaler skip the step.

$ torchrun --nproc-per-node 2 snippets/precision/own_gradients_part_the_scalers.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

expert = torch.nn.Parameter(torch.ones(2))  # each rank has its own
optimizer = torch.optim.SGD([expert], lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

# region step
factor = float("inf") if rank == 1 else 1.0  # key line, else: factor = 1.0
scaler.scale((expert * factor).sum()).backward()
scaler.step(optimizer)
scaler.update()
print(f"rank {rank}: weight {expert[0].item():.1f}, scale {scaler.get_scale():g}")
# endregion

assert scaler.get_scale() == (512 if rank == 1 else 1024)  # shows: scales-differ
dist.destroy_process_group()
