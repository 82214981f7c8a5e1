"""A file that holds the model, the optimizer and the epoch has none of the model's keys at its top.

$ python snippets/errors/whole_checkpoint_is_given_to_the_model.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Error(s) in loading state_dict for Linear"
# asserts = [
#   '''(raises("RuntimeError", at="model.load_state_dict")
#      and complains('Unexpected key(s) in state_dict: "model", "optimizer", "epoch"'))''',
# ]
# ///
import torch

# region load
model = torch.nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}
torch.save(checkpoint, "epoch-3.pt")

state = torch.load("epoch-3.pt", map_location="cpu")  # key line, else: state = torch.load("epoch-3.pt", map_location="cpu")["model"]
model.load_state_dict(state)
# endregion
