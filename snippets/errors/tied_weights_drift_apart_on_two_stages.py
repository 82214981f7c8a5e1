"""An embedding and a head that share a weight lie on two stages: each copy takes a part of the gradient, and they drift apart.

$ torchrun --nproc-per-node 2 snippets/errors/tied_weights_drift_apart_on_two_stages.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
part = nn.Embedding(8, 4) if rank == 0 else nn.Linear(4, 8, bias=False)
part.weight = nn.Parameter(torch.randn(8, 4))  # the same numbers on both: tied in one process
tokens, targets = torch.randint(8, (8,)), torch.randint(8, (8,))
stage = PipelineStage(part, rank, 2, torch.device("cpu"))
schedule = Schedule1F1B(stage, 4, loss_fn=nn.functional.cross_entropy)
optimizer = torch.optim.SGD(part.parameters(), lr=1.0)


def apart():
    """The largest difference between the copies of the two stages."""
    top, low = part.weight.detach().clone(), part.weight.detach().clone()
    dist.all_reduce(top, dist.ReduceOp.MAX)
    dist.all_reduce(low, dist.ReduceOp.MIN)
    return (top - low).max().item()


before = apart()
# region step
schedule.step(tokens) if rank == 0 else schedule.step(target=targets)
optimizer.step()  # key line, else: pass
after = apart()
print(f"rank {rank}: gradient {part.weight.grad.norm():.3f}; copies apart by {before:.1f}, then {after:.3f}")
# endregion

assert before == 0 and after > 0.1  # shows: copies-apart
assert after != 0  # refutes: copies-equal
dist.barrier()
dist.destroy_process_group()
