"""localhost is another host on each host, so they never meet.

node0$ torchrun --nnodes 2 --node-rank 0 --master-addr localhost --rdzv-conf timeout=5 \
    snippets/machines/localhost_is_another_host_on_each.py
node1$ torchrun --nnodes 2 --node-rank 1 --master-addr localhost --rdzv-conf timeout=5 \
    snippets/machines/localhost_is_another_host_on_each.py
"""
# /// script
# [tool.lockstep]
# expect = "DistStoreError: Timed out after"
# asserts = [
#   '''(raises("DistStoreError: 1/2 clients joined", rank=0) and complains("(localhost, 29500)", rank=1)
#      and not says("started"))''',
# ]
# ///
import torch.distributed as dist

# region start
dist.init_process_group("gloo")
print("started")  # no host comes this far
# endregion
