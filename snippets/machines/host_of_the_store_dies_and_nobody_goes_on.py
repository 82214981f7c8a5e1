"""The host of the endpoint dies, and with it the store: the others cannot meet again, and the job ends.

$ TORCH_DISABLE_SHARE_RDZV_TCP_STORE=1 torchrun --nnodes 1:3 --max-restarts 1 \
    --rdzv-backend c10d --rdzv-endpoint node0:29400 --monitor-interval 30 \
    snippets/machines/host_of_the_store_dies_and_nobody_goes_on.py
"""
# /// script
# [tool.lockstep]
# timeout = 240
# expect = "RuntimeError: Connection closed by peer"
# asserts = ['raises("SIGKILL", rank=0) and raises("RuntimeError", at="dist.all_reduce") and not says("6 steps")']
# events = ["waits to be killed: kill node0"]
# ///
import socket

import torch
import torch.distributed as dist

# region loop
dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
print(f"rank {rank} of {world_size}: starts", flush=True)
for step in range(6):
    if step == 3 and socket.gethostname() == "node0":  # key line, else: if False:
        input("node0: waits to be killed\n")
    dist.all_reduce(torch.ones(1))
print(f"rank {rank} of {world_size}: 6 steps")  # no host comes this far
# endregion

dist.destroy_process_group()
