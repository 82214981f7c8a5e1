"""On a full disk a save over the old checkpoint fails in its middle, and leaves half a file in its place.

$ python snippets/errors/save_on_a_full_disk_loses_the_old_checkpoint.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: [enforce fail at inline_container"
# asserts = [
#   """says("loads step 0") and says("500 KB, half a file that fails")""",
#   """raises("RuntimeError: [enforce fail", at="torch.save(")""",
# ]
# ///
import resource
import signal

import torch

# No file of this process may be larger than 500 KB: the stand-in for a disk on which that much is free.
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))


def report():
    with open("last.pt", "rb") as file:
        size = file.seek(0, 2) // 1000
    try:
        print(f"last.pt has {size} KB, loads step {torch.load('last.pt')['step']}")
    except RuntimeError:
        print(f"last.pt has {size} KB, half a file that fails to load")


# region save
model = torch.nn.Linear(100, 1000)
torch.save({"step": 0, "model": model.state_dict()}, "last.pt")
report()

adam = torch.optim.Adam(model.parameters())
model(torch.ones(100)).sum().backward()
adam.step()  # now Adam has two averages for each weight
try:
    torch.save({"step": 1, "model": model.state_dict(), "adam": adam.state_dict()}, "last.pt")  # key line
finally:
    report()
# endregion
