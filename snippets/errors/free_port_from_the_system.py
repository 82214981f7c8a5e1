"""Port 0 stands for any free port, so two jobs never meet.

$ python snippets/errors/free_port_from_the_system.py
"""
import os

import torch
import torch.distributed as dist

other = dist.TCPStore("localhost", 0, is_master=True, wait_for_workers=False)  # another job on this machine
PORT = str(other.port)  # as if both scripts said 29500

# region train
os.environ.update(RANK="0", WORLD_SIZE="1", MASTER_ADDR="localhost")
os.environ["MASTER_PORT"] = "0"  # key line, else: os.environ["MASTER_PORT"] = PORT -> DistNetworkError: The server socket has failed to listen
dist.init_process_group("gloo")
total = torch.ones(1)
dist.all_reduce(total)
print("sum:", total.item())
# endregion

assert total.item() == 1
dist.destroy_process_group()
