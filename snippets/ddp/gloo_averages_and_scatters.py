"""gloo has AVG on a CPU, and takes a reduce-scatter, which it does by an all-reduce.

$ torchrun --nproc-per-node 2 snippets/ddp/gloo_averages_and_scatters.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region average
value = torch.tensor([rank + 1.0, 10 * rank + 10.0])  # 1, 10 and 2, 20
operation = dist.ReduceOp.AVG  # key line, else: operation = dist.ReduceOp.SUM
part = torch.zeros(1)
dist.reduce_scatter_single(part, value, operation)
dist.all_reduce(value, operation)
print(f"rank {rank}: all-reduce {value.tolist()}, reduce-scatter {part.tolist()}")
# endregion

assert value.tolist() == [1.5, 15.0] and part.item() == value[rank]
with torch.profiler.profile() as profile:
    dist.reduce_scatter_single(part, value)
assert any("gloo:all_reduce" in event.name for event in profile.events())
dist.destroy_process_group()
