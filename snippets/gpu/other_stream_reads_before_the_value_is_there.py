"""A second stream does not wait for the first, unless it is told to.

$ python snippets/gpu/other_stream_reads_before_the_value_is_there.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

value, early, late = (torch.zeros(1, device="cuda") for _ in range(3))
side = torch.cuda.Stream()
early.copy_(value.fill_(0.0))  # a first launch loads the kernel, and may wait
torch.cuda._sleep(1)
torch.cuda.synchronize()

# region streams
torch.cuda._sleep(1_000_000_000)  # the current stream is busy for half a second
value.fill_(1.0)
with torch.cuda.stream(side):
    early.copy_(value)
side.wait_stream(torch.cuda.current_stream())  # key line
with torch.cuda.stream(side):
    late.copy_(value)
torch.cuda.synchronize()
print("without waiting:", early.item())
print("after wait_stream:", late.item())
# endregion

assert early.item() == 0.0
assert late.item() == 1.0
