"""Four ranks with 4 samples each train like one process with batches of 16.

$ torchrun --nproc-per-node 4 snippets/ddp/trains_like_one_process.py
"""
# /// script
# [tool.lockstep]
# gpus = 4
# ///
import os

import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

# region train
device = "cuda" if torch.cuda.is_available() else "cpu"
dist.init_process_group("nccl" if device == "cuda" else "gloo")
if device == "cuda":
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))

torch.manual_seed(0)
dataset = TensorDataset(torch.randn(32, 3), torch.randn(32, 1))
sampler = DistributedSampler(dataset)  # a quarter for each rank
loader = DataLoader(dataset, batch_size=4, sampler=sampler)
model = torch.nn.Linear(3, 1).to(device)
model = DistributedDataParallel(model)  # key line
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)

for epoch in range(3):
    sampler.set_epoch(epoch)  # key line
    for inputs, targets in loader:
        loss = mse_loss(model(inputs.to(device)), targets.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
weights = torch.nn.utils.parameters_to_vector(model.parameters()).tolist()
print("weights", " ".join(f"{w:.4g}" for w in weights))
# endregion

torch.manual_seed(0)  # the same training in one process, without DDP and sampler
all_inputs, all_targets = torch.randn(32, 3), torch.randn(32, 1)
single = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(single.parameters(), lr=0.1, momentum=0.9)
for epoch in range(3):
    order = torch.randperm(32, generator=torch.Generator().manual_seed(epoch))
    for batch in order.split(16):
        optimizer.zero_grad()
        mse_loss(single(all_inputs[batch]), all_targets[batch]).backward()
        optimizer.step()
expected = torch.nn.utils.parameters_to_vector(single.parameters())
torch.testing.assert_close(torch.tensor(weights), expected.detach())  # the weights printed above
dist.destroy_process_group()
