"""With the last micro-batch inside no_sync too, no gradient is averaged and the ranks drift apart.

$ torchrun --nproc-per-node 2 snippets/errors/last_micro_batch_in_no_sync_is_not_averaged.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
full = torch.randn(16, 3)
micro_batches = full[rank::world_size].chunk(4)
model = DistributedDataParallel(torch.nn.Linear(3, 1, bias=False))

# region train
with model.no_sync():  # key line
    for micro_batch in micro_batches:
        loss = model(micro_batch).mean() / 4
        loss.backward()

# the check: norms that the ranks should share
grads = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
mine = {n: str(g.float().norm().item()) for n, g in grads.items()}
dist.all_gather_object(ranks := [None] * world_size, mine)
print("ranks differ in", [n for n in mine if len({r.get(n) for r in ranks}) > 1])
# endregion

own = full[rank::world_size].mean(0, keepdim=True)
torch.testing.assert_close(model.module.weight.grad, own)
assert ranks[0] != ranks[1]
dist.destroy_process_group()
