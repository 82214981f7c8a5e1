"""A state dict shares its tensors with the model, so a later step changes it; a file keeps what was saved.

$ python snippets/checkpoints/state_dict_follows_the_model.py
"""
import torch

model = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.ones_(model.weight)
optimizer = torch.optim.SGD(model.parameters(), lr=0.25)

# region best
best = model.state_dict()  # the weight is 1.0 here  # key line, else: best = {name: weight.clone() for name, weight in model.state_dict().items()}
torch.save(best, "best.pt")
for _ in range(2):
    optimizer.zero_grad()
    model(torch.ones(1, 1)).sum().backward()  # gradient 1
    optimizer.step()
in_memory, in_file = best["weight"].item(), torch.load("best.pt")["weight"].item()
print(f"in memory {in_memory}, in the file {in_file}")
# endregion

assert (in_memory, in_file) == (0.5, 1.0)
