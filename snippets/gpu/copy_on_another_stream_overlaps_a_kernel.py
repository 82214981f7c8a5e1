"""The profiler's trace shows a copy on a second stream within the time of a kernel on the first.

$ python snippets/gpu/copy_on_another_stream_overlaps_a_kernel.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch
from torch.autograd import DeviceType
from torch.profiler import ProfilerActivity, profile

source = torch.empty(2**26, dtype=torch.uint8).pin_memory()
target = torch.empty(2**26, dtype=torch.uint8, device="cuda")
target.copy_(source)  # the first launches load the kernels
torch.cuda._sleep(1)
torch.cuda.synchronize()

# region overlap
stream = torch.cuda.Stream()  # key line, else: stream = torch.cuda.current_stream()
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as trace:
    torch.cuda._sleep(1_000_000_000)
    with torch.cuda.stream(stream):
        target.copy_(source, non_blocking=True)
    torch.cuda.synchronize()
done = [event for event in trace.events() if event.device_type == DeviceType.CUDA]
kernel = next(e.time_range for e in done if "spin_kernel" in e.name)
copy = next(e.time_range for e in done if e.name.startswith("Memcpy HtoD"))
overlaps = kernel.start < copy.start < copy.end < kernel.end
print("the copy ran within the kernel:", overlaps)
# endregion

assert overlaps
