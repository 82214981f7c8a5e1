"""node0 waits for a third host that nobody started, and node1 waits for node0.

node0$ torchrun --nnodes 3 --node-rank 0 --master-addr node0 --rdzv-conf timeout=20 \
    snippets/machines/node_zero_waits_for_as_many_as_it_was_told.py
node1$ torchrun --nnodes 2 --node-rank 1 --master-addr node0 --rdzv-conf timeout=8 \
    snippets/machines/node_zero_waits_for_as_many_as_it_was_told.py
"""
# /// script
# [tool.lockstep]
# expect = "DistStoreError: Timed out after"
# asserts = [
#   'raises("DistStoreError: 2/3 clients joined", rank=0) and raises("DistStoreError: wait timeout", rank=1)',
# ]
# ///
import torch.distributed as dist

# region start
dist.init_process_group("gloo")
print("started")  # no host comes this far
# endregion
