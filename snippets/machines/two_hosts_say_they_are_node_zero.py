"""Two hosts that both say --node-rank 0 wait for each other, and neither says why.

node0$ torchrun --nnodes 2 --node-rank 0 --master-addr node0 --rdzv-conf timeout=20 \
    snippets/machines/two_hosts_say_they_are_node_zero.py
node1$ torchrun --nnodes 2 --node-rank 0 --master-addr node0 --rdzv-conf timeout=8 \
    snippets/machines/two_hosts_say_they_are_node_zero.py
"""
# /// script
# [tool.lockstep]
# expect = "DistStoreError: wait timeout"
# asserts = [
#   'raises("DistStoreError: wait timeout", rank=0) and raises("DistStoreError: wait timeout", rank=1)',
#   'not complains("node-rank") and not complains("node_rank") and raises("DistStoreError")',
# ]
# ///
import torch.distributed as dist

# region start
dist.init_process_group("gloo")
print("started")  # no host comes this far
# endregion
