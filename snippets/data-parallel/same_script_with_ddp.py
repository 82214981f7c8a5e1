"""The script of DataParallel, moved to two ranks of DDP, ends with the same weights.

$ torchrun --nproc-per-node 2 snippets/data-parallel/same_script_with_ddp.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
#
# [[tool.lockstep.what-if]]
# line = "if dist.get_rank() == 0:"
# stays = "Both ranks hold the same weights and would write the same file, at the same moment. One is enough."
#
# [[tool.lockstep.what-if]]
# line = 'torch.save(model.state_dict(), "model.pt")'
# stays = "Nothing here reads the file. It is there because the script of DataParallel saves one."
# ///
import os

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
data = TensorDataset(torch.randn(64, 10), torch.randn(64, 1))
loss_fn = torch.nn.MSELoss()


def train(model, optimizer, loader):
    for sample, target in loader:
        loss = loss_fn(model(sample.to(device)), target.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


plain = torch.nn.Linear(10, 1)
start = {name: value.clone() for name, value in plain.state_dict().items()}
# region script
dist.init_process_group("nccl" if device == "cuda" else "gloo")
if device == "cuda":
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
sampler = DistributedSampler(data, shuffle=False)  # a half for each rank
loader = DataLoader(data, batch_size=8, sampler=sampler)
model = torch.nn.Linear(10, 1).to(device)
model.load_state_dict(start)
model = DistributedDataParallel(model)  # key line, else: model = torch.nn.DataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train(model, optimizer, loader)
model = model.module
if dist.get_rank() == 0:
    torch.save(model.state_dict(), "model.pt")
print("keys:", list(model.state_dict()))
# endregion

device = "cpu"
train(plain, torch.optim.SGD(plain.parameters(), lr=0.1), DataLoader(data, batch_size=16))
torch.testing.assert_close(model.weight.cpu(), plain.weight)
dist.destroy_process_group()
