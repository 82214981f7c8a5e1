"""By hand: activations go to the next stage, their gradients come back, and both layers have the gradients of one process.

$ torchrun --nproc-per-node 2 snippets/pipeline/stages_by_hand_send_and_receive.py
"""
# /// script
# [tool.lockstep]
# timeout = 8
# ///
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
rank, micro_batches = dist.get_rank(), 2
torch.manual_seed(0)
model, batch = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1)), torch.randn(4, 2)
layer, parts = model[rank], batch.chunk(micro_batches)
inputs, outputs = [], []

# region forward
for part in parts:
    x = part if rank == 0 else torch.empty(2, 2)
    if rank == 1:
        dist.recv(x, src=0)
        x.requires_grad_()  # its gradient goes back
    y = layer(x)
    if rank == 0:
        dist.send(y.detach(), dst=1)
    inputs.append(x)
    outputs.append(y)
# endregion
# region backward
for x, y in zip(inputs, outputs):
    if rank == 1:
        (y.square().mean() / micro_batches).backward()
        dist.send(x.grad, dst=0)
    else:
        slope = torch.empty(2, 2)
        dist.recv(slope, src=1)
        y.backward(slope)  # key line
# endregion
norm = 0 if layer.weight.grad is None else layer.weight.grad.norm().item()
print(f"rank {rank}: gradient of its layer {norm:.4f}")

held = layer.weight.grad
layer.weight.grad = None
model.zero_grad()
model(batch).square().mean().backward()
assert held is not None and torch.allclose(held, layer.weight.grad, atol=1e-6)  # shows: gradients-of-one-process
assert rank == 0 or all(x.grad is not None for x in inputs)  # shows: rank-1-input-gradient
assert rank == 1 or all(x.grad is None for x in inputs)  # refutes: rank-0-input
assert len(inputs) == micro_batches  # shows: inputs-kept-both
dist.barrier()
dist.destroy_process_group()
