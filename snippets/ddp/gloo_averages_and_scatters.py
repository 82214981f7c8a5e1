"""gloo has AVG and reduce-scatter on a CPU.

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
dist.destroy_process_group()
