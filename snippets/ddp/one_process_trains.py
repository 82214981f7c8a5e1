"""One process takes six steps on batches of 16, and the loss on all samples falls.

$ python snippets/ddp/one_process_trains.py
"""
import torch
from torch.nn.functional import mse_loss
from torch.utils.data import DataLoader, TensorDataset

# region train
device = "cuda" if torch.cuda.is_available() else "cpu"

torch.manual_seed(0)
dataset = TensorDataset(torch.randn(32, 3), torch.randn(32, 1))
loader = DataLoader(dataset, batch_size=16, shuffle=True)
model = torch.nn.Linear(3, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)

for epoch in range(3):
    for inputs, targets in loader:
        loss = mse_loss(model(inputs.to(device)), targets.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # key line
weights = torch.nn.utils.parameters_to_vector(model.parameters()).tolist()
print("weights", " ".join(f"{w:.4g}" for w in weights))
# endregion

torch.manual_seed(0)  # the loss of the untrained model, whose weights are drawn after the samples
inputs, targets = torch.randn(32, 3), torch.randn(32, 1)
untrained = torch.nn.Linear(3, 1)
before = mse_loss(untrained(inputs), targets).item()
after = mse_loss(model.cpu()(inputs), targets).item()
assert after < before
