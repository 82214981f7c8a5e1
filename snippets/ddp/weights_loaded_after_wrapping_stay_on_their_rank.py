"""Weights that rank 0 loads after the wrapping stay on rank 0.

$ torchrun --nproc-per-node 2 snippets/ddp/weights_loaded_after_wrapping_stay_on_their_rank.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)

# region load
model = DistributedDataParallel(model)  # the weight is 1 on both ranks
if rank == 0:
    model.module.load_state_dict({"weight": torch.tensor([[5.0]])})  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
shard = torch.full((1, 1), 2.0 * rank + 1)  # 1 on rank 0, 3 on rank 1
model(shard).sum().backward()
optimizer.step()
print(f"rank {rank}: weight {model.module.weight.item()}")
# endregion

before = 5.0 if rank == 0 else 1.0
assert model.module.weight.item() == before - 0.5 * (1 + 3) / 2  # the gradient is averaged, the weight is not
dist.destroy_process_group()
