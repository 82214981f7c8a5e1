"""Two hosts that both say --node-rank 0 wait for each other, and neither says why.

node0$ torchrun --nnodes 2 --node-rank 0 --master-addr node0 --rdzv-conf timeout=5 \
    snippets/machines/two_hosts_say_they_are_node_zero.py
node1$ torchrun --nnodes 2 --node-rank 0 --master-addr node0 --rdzv-conf timeout=5 \
    snippets/machines/two_hosts_say_they_are_node_zero.py
"""
# /// script
# [tool.lockstep]
# expect = "DistStoreError: wait timeout"
# ///
import torch.distributed as dist

# region start
dist.init_process_group("gloo")
print("started")  # no host comes this far
# endregion
