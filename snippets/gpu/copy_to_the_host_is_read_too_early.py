"""What a non-blocking copy to the host brings is there only after the stream was waited for.

$ python snippets/gpu/copy_to_the_host_is_read_too_early.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

loss = torch.ones(1, device="cuda")
host = torch.zeros(1).pin_memory()
host.copy_(loss, non_blocking=True)
torch.cuda._sleep(1)
torch.cuda.synchronize()
host.zero_()

# region read
torch.cuda._sleep(1_000_000_000)  # the GPU is busy for half a second
host.copy_(loss, non_blocking=True)
early = host.item()
torch.cuda.current_stream().synchronize()  # key line
late = host.item()
print(f"at once: {early}, after synchronize: {late}")
# endregion

assert (early, late) == (0.0, 1.0)
