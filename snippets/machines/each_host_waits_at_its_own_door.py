"""Hosts that each name themselves as the endpoint wait in two rendezvous.

node0$ torchrun --nnodes 2 --rdzv-backend c10d --rdzv-endpoint node0 --rdzv-conf join_timeout=5 \
    snippets/machines/each_host_waits_at_its_own_door.py
node1$ torchrun --nnodes 2 --rdzv-backend c10d --rdzv-endpoint node1 --rdzv-conf join_timeout=5 \
    snippets/machines/each_host_waits_at_its_own_door.py
"""
# /// script
# [tool.lockstep]
# expect = "RendezvousTimeoutError"
# asserts = [
#   'raises("RendezvousTimeoutError", rank=0) and raises("RendezvousTimeoutError", rank=1) and not says("started")',
# ]
# ///
import torch.distributed as dist

# region start
dist.init_process_group("gloo")
print("started")  # no host comes this far
# endregion
