"""With --standalone torchrun takes a free port and tells it to all ranks.

$ torchrun --standalone --nproc-per-node 2 snippets/errors/standalone_takes_a_free_port.py
"""
import os

import torch
import torch.distributed as dist

port = int(os.environ["MASTER_PORT"])

# region train
dist.init_process_group("gloo")  # key line, else: dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
total = torch.ones(1)
dist.all_reduce(total)
print("sum:", total.item())
# endregion

assert total.item() == 2
assert port not in (0, 29400, 29500)  # none of the ports that torchrun takes where it does not ask
dist.destroy_process_group()
