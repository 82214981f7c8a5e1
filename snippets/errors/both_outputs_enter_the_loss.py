"""When every output of forward enters the loss, the reduction of each iteration ends.

$ torchrun --nproc-per-node 2 snippets/errors/both_outputs_enter_the_loss.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()


class TwoHeads(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.main, self.extra = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)

    def forward(self, x):
        return self.main(x), self.extra(x)


# region train
model = DistributedDataParallel(TwoHeads())
for step in range(2):
    model.zero_grad()
    main, extra = model(torch.full((1, 1), rank + 1.0))
    loss = main.sum() + extra.sum()  # key line, else: loss = main.sum() -> RuntimeError: Expected to have finished reduction
    loss.backward()
    print(f"rank {rank}: step {step} done")
# endregion

heads = model.module.main, model.module.extra
assert [head.weight.grad.item() for head in heads] == [(world_size + 1) / 2] * 2
dist.destroy_process_group()
