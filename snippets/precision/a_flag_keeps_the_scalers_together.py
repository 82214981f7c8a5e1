"""If any rank has an inf, all put one into their gradients: all skip, and all scales stay equal.

$ torchrun --nproc-per-node 2 snippets/precision/a_flag_keeps_the_scalers_together.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if overflow:"
# stays = "Here there is an overflow. In a step without one nothing must be filled."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

expert = torch.nn.Parameter(torch.ones(2))  # each rank has its own
optimizer = torch.optim.SGD([expert], lr=0.1)
scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)

# region step
factor = float("inf") if rank == 1 else 1.0
scaler.scale((expert * factor).sum()).backward()
overflow = (~expert.grad.isfinite()).any().float()
dist.all_reduce(overflow, dist.ReduceOp.MAX)  # key line
if overflow:
    expert.grad.fill_(float("inf"))
scaler.step(optimizer)
scaler.update()
print(f"rank {rank}: weight {expert[0].item():.1f}, scale {scaler.get_scale():g}")
# endregion

assert scaler.get_scale() == 512 and expert[0].item() == 1.0  # shows: all-skip
dist.destroy_process_group()
