"""A whole script with DataParallel trains to the weights of the plain model and saves plain keys.

$ python snippets/data-parallel/trains_and_saves_like_the_plain_model.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# ///
import torch
from torch.utils.data import DataLoader, TensorDataset

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.manual_seed(0)
data = TensorDataset(torch.randn(64, 10), torch.randn(64, 1))
loss_fn = torch.nn.MSELoss()


def train(model, optimizer, loader):
    for sample, target in loader:
        output = model(sample.to(device))  # scatter, replicate, apply, gather
        loss = loss_fn(output, target.to(device))  # one number, on the first GPU
        optimizer.zero_grad()
        loss.backward()  # sums the gradients into the module
        optimizer.step()


plain = torch.nn.Linear(10, 1).to(device)
start = {name: value.clone() for name, value in plain.state_dict().items()}
# region script
loader = DataLoader(data, batch_size=16)
model = torch.nn.Linear(10, 1).to(device)
model.load_state_dict(start)
model = torch.nn.DataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train(model, optimizer, loader)
model = model.module  # key line
torch.save(model.state_dict(), "model.pt")
print("keys:", list(model.state_dict()))
# endregion

train(plain, torch.optim.SGD(plain.parameters(), lr=0.1), DataLoader(data, batch_size=16))
assert list(torch.load("model.pt")) == ["weight", "bias"]
assert torch.allclose(torch.load("model.pt")["weight"], plain.weight, rtol=1e-5)  # shows: none-as-always
