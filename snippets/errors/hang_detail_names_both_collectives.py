"""With DETAIL, ranks that call different collectives fail at once, and the message names both calls.

$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc-per-node 4 snippets/errors/hang_detail_names_both_collectives.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Detected mismatch between collectives on ranks"
# asserts = [
#   'complains("OpType=ALLREDUCE") and complains("OpType=BROADCAST") and raises("RuntimeError: Detected mismatch")',
#   '''(raises("RuntimeError: but Rank 2 is running", rank=0) and raises("RuntimeError: but Rank 2 is running", rank=1)
#      and raises("RuntimeError: but Rank 2 is running", rank=3))''',
# ]
# volatile = ["Detected mismatch between collectives"]
# timeout = 150
# ///
import torch
import torch.distributed as dist
from _order import ends_first

dist.init_process_group("gloo")
rank = dist.get_rank()
ends_first(0, after=[1, 2, 3])  # so that each of them has printed its traceback
losses = [[0.9, 0.5], [0.8, 0.6], [0.9, 0.3], [0.7, 0.6]][rank]
weights = torch.ones(3)

# region train
for step, loss in enumerate(losses):
    if loss < 0.4:  # good enough: this rank stops
        break
    total = torch.tensor([loss])
    dist.all_reduce(total)  # key line
    print(f"rank {rank}: step {step}, mean loss {total.item() / 4:.3f}")
dist.broadcast(weights, src=0)
# endregion

dist.destroy_process_group()
