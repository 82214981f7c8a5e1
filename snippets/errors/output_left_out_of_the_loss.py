"""An output of forward that the loss leaves out stops the next iteration.

$ torchrun --nproc-per-node 2 snippets/errors/output_left_out_of_the_loss.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one."
# asserts = [
#   'says("rank 0: step 0 done") and says("rank 1: step 0 done") and raises("RuntimeError", at="main, extra = model(")',
#   'not says("step 1 done") and raises("RuntimeError: Expected to have finished reduction")',
# ]
# volatile = ["Parameter indices which did not receive grad for rank"]
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()


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
    loss = main.sum()  # key line, else: loss = main.sum() + extra.sum()
    loss.backward()
    print(f"rank {rank}: step {step} done")
# endregion

dist.destroy_process_group()
