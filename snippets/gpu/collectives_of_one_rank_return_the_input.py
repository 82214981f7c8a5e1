"""In a world of one rank each collective returns what went in.

$ torchrun --nproc-per-node 1 snippets/gpu/collectives_of_one_rank_return_the_input.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch
import torch.distributed as dist

device, backend = ("cuda", "nccl") if torch.cuda.is_available() else ("cpu", "gloo")
dist.init_process_group(backend)

# region call
value = torch.tensor([2.0, 3.0], device=device)
gathered, scattered = [torch.zeros(2, device=device)], torch.zeros(2, device=device)
dist.all_reduce(value)
dist.broadcast(value, src=0)
dist.all_gather(gathered, value)  # key line
dist.reduce_scatter(scattered, [value])  # key line
print(f"reduced {value.tolist()}, gathered {gathered[0].tolist()}")
print(f"scattered {scattered.tolist()}")
# endregion

assert value.tolist() == gathered[0].tolist() == scattered.tolist() == [2.0, 3.0]
dist.destroy_process_group()
