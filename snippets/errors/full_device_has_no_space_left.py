"""A save into an open file says what the system said: no space left on device.

$ python snippets/errors/full_device_has_no_space_left.py
"""
# /// script
# [tool.lockstep]
# expect = "OSError: [Errno 28] No space left on device"
# asserts = [
#   """raises("OSError: [Errno 28]", at="open(") and complains("unexpected pos")""",
# ]
# ///
import torch

# region save
model = torch.nn.Linear(100, 1000)
with open("/dev/full", "wb") as file:  # key line, else: with open("last.pt", "wb") as file:
    torch.save(model.state_dict(), file)
# endregion
