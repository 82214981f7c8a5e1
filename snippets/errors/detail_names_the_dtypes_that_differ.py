"""With TORCH_DISTRIBUTED_DEBUG=DETAIL the error names the dtype of each rank.

$ TORCH_DISTRIBUTED_DEBUG=DETAIL torchrun --nproc-per-node 2 snippets/errors/detail_names_the_dtypes_that_differ.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Detected mismatch between collectives on ranks."
# asserts = [
#   'complains("TensorDtypes=Float") and complains("TensorDtypes=Long")',
#   'says("sends torch.float32", rank=0) and says("sends torch.int64", rank=1)',
# ]
# volatile = ["Detected mismatch between collectives on ranks"]
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
validation = {0: [0.5, 1.0], 1: []}  # key line, else: validation = {0: [0.5, 1.0], 1: [0.25]}

# region mean
losses = validation[rank]  # rank 1 has no batch
total = torch.tensor(sum(losses))
print(f"rank {rank}: sends {total.dtype}", flush=True)
dist.all_reduce(total)
print(f"rank {rank}: sum {total.item()}")
# endregion

dist.destroy_process_group()
