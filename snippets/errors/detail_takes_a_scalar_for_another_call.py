"""Where numbers of dimensions differ, DETAIL names a call for the other rank that it never made.

$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc-per-node 2 snippets/errors/detail_takes_a_scalar_for_another_call.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Detected mismatch between collectives on ranks."
# asserts = ['says("rank 0: all_reduce") and says("rank 1: all_reduce") and complains("Op type: ALLREDUCEvs ")']
# volatile = ["Detected mismatch between collectives on ranks"]
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
losses = torch.tensor([[0.5, 1.0], [0.25, 0.75]])

# region sum
total = losses[rank].sum()
if rank == 1:
    total = losses[rank].sum(dim=0, keepdim=True)  # key line
print(f"rank {rank}: all_reduce of shape {list(total.shape)}", flush=True)
dist.all_reduce(total)
# endregion

print(f"rank {rank}: sum {total.item()}")
dist.destroy_process_group()
