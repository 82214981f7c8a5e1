"""Without set_device all ranks compute on GPU 0, and NCCL refuses two ranks on one GPU.

$ torchrun --nproc-per-node 2 snippets/errors/two_ranks_on_one_gpu_are_refused.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# expect = "DistBackendError: NCCL error in"
# asserts = [
#   '''(says("rank 0: on cuda:0") and says("rank 1: on cuda:0")
#      and raises("DistBackendError: Duplicate GPU detected", at="dist.all_reduce"))''',
# ]
# volatile = ["NCCL error in", "Duplicate GPU detected"]
# ///
import torch
import torch.distributed as dist

# region wrap
dist.init_process_group("nccl")  # key line, else: dist.init_process_group("gloo")
rank = dist.get_rank()
loss = torch.tensor(float(rank), device="cuda")
print(f"rank {rank}: on {loss.device}", flush=True)
dist.all_reduce(loss)
print(f"rank {rank}: sum {loss.item()}")
# endregion

dist.destroy_process_group()
