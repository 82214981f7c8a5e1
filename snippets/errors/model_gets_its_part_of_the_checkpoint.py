"""The two lists of names show that the weights lie one level deeper.

$ python snippets/errors/model_gets_its_part_of_the_checkpoint.py
"""
import torch

# region load
model = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}
torch.save(checkpoint, "epoch-3.pt")

state = torch.load("epoch-3.pt", map_location="cpu")
print("file: ", list(state))
print("model:", list(model.state_dict()))
state = state["model"]  # key line -> RuntimeError: Error(s) in loading state_dict for Linear
result = model.load_state_dict(state)
print(result)
# endregion

assert list(state) == list(model.state_dict())
