"""The first and the last stage sum the gradient of the weight that they share, and take the step of one process.

$ torchrun --nproc-per-node 2 snippets/errors/tied_weights_sum_their_gradients.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
part = nn.Embedding(8, 4) if rank == 0 else nn.Linear(4, 8, bias=False)
start = torch.randn(8, 4)
part.weight = nn.Parameter(start + rank)  # each stage began with numbers of its own
tokens, targets = torch.randint(8, (8,)), torch.randint(8, (8,))
stage = PipelineStage(part, rank, 2, torch.device("cpu"))
schedule = Schedule1F1B(stage, 4, loss_fn=nn.functional.cross_entropy)
optimizer = torch.optim.SGD(part.parameters(), lr=1.0)
tied = start.clone().requires_grad_()
nn.functional.cross_entropy(nn.functional.embedding(tokens, tied) @ tied.T, targets).backward()
both = dist.new_group([0, 1])  # the first and the last stage; here these are all

# region step
dist.broadcast(part.weight.data, src=0, group=both)  # once, at the start
schedule.step(tokens) if rank == 0 else schedule.step(target=targets)
own = part.weight.grad.norm().item()
dist.all_reduce(part.weight.grad, group=both)  # key line
optimizer.step()
print(f"rank {rank}: gradient {own:.3f}, summed {part.weight.grad.norm():.3f}, one process {tied.grad.norm():.3f}")
# endregion

assert torch.allclose(part.weight.grad, tied.grad, atol=1e-5)  # shows: sum-gradient-of-one-process
assert torch.allclose(part.weight, tied - tied.grad, atol=1e-5)
dist.barrier()
dist.destroy_process_group()
