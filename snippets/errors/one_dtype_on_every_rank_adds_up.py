"""With the dtype named, a rank without losses adds a float zero.

$ torchrun --nproc-per-node 2 snippets/errors/one_dtype_on_every_rank_adds_up.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
validation = {0: [0.5, 1.0], 1: []}

# region mean
losses = validation[rank]  # rank 1 has no batch
total = torch.tensor(sum(losses), dtype=torch.float32)  # key line, else: total = torch.tensor(sum(losses)) -> SIGABRT
print(f"rank {rank}: sends {total.dtype}", flush=True)
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

assert total.item() == 0.5 + 1.0
dist.destroy_process_group()
