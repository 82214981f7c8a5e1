"""Ranks with GPUs of two kinds take the attention that the oldest of them can run.

$ torchrun --nproc-per-node 2 snippets/errors/oldest_gpu_decides_the_attention.py
"""
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
played = [(8, 0), (7, 5)][rank]  # an A100 and a T4; on GPUs: torch.cuda.get_device_capability()

# region choose
every: list = [None] * dist.get_world_size()
dist.all_gather_object(every, played)  # key line, else: every = [played]
implementation = "flash_attention_2" if min(every) >= (8, 0) else "sdpa"
print(f"rank {rank}: compute capability {played}, attn_implementation={implementation!r}")
# endregion

assert implementation == "sdpa"
dist.destroy_process_group()
