"""A whole script with DataParallel trains to the weights of the plain model and saves plain keys.

$ python snippets/data-parallel/trains_and_saves_like_the_plain_model.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# ///
import torch

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
torch.manual_seed(0)
samples, targets = torch.randn(64, 10), torch.randn(64, 1)
data = torch.utils.data.TensorDataset(samples, targets)
loader = torch.utils.data.DataLoader(data, batch_size=16)
loss_fn = torch.nn.MSELoss()


def train(model):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for sample, target in loader:
        output = model(sample.to(device))  # scatter, replicate, apply, gather
        loss = loss_fn(output, target.to(device))  # one number, on device 0
        optimizer.zero_grad()
        loss.backward()  # sums the gradients into the module
        optimizer.step()


plain = torch.nn.Linear(10, 1).to(device)
model = torch.nn.Linear(10, 1).to(device)  # on device 0 before it is wrapped
model.load_state_dict(plain.state_dict())
model = torch.nn.DataParallel(model)  # all GPUs there are
train(model)
model = model.module  # key line
torch.save(model.state_dict(), "model.pt")
print("keys:", list(model.state_dict()))

train(plain)
assert list(torch.load("model.pt")) == ["weight", "bias"]
assert torch.allclose(model.weight, plain.weight, rtol=1e-5)  # shows: none-as-always
