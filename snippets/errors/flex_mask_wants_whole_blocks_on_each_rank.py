"""torch's context parallel with FlexAttention: 384 tokens over 2 ranks are refused, for each rank must have whole blocks of 128.

$ torchrun --nproc-per-node 2 snippets/errors/flex_mask_wants_whole_blocks_on_each_rank.py
"""
# /// script
# [tool.lockstep]
# expect = "NotImplementedError: Q_LEN 384 is not divisible by CP mesh world size 2 * BLOCK_SIZE 128"
# asserts = [
#   '''raises("NotImplementedError: Q_LEN 384 is not divisible",
#      at="_context_parallel_shard") and says("384 tokens")''',
# ]
# ///
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.experimental._attention import _context_parallel_shard
from torch.nn.attention.flex_attention import create_block_mask

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,), mesh_dim_names=("cp",))

# region pad
tokens = torch.zeros(1, 384, dtype=torch.int64)  # key line, else: tokens = torch.zeros(1, 512, dtype=torch.int64)
length = tokens.shape[1]
mask = create_block_mask(lambda b, h, query, key: query >= key, 1, 1, length, length, device="cpu")
print(f"rank {rank}: {length} tokens, a block has 128")
mine, my_mask = _context_parallel_shard(mesh, [tokens, mask], [1, 2])
print(f"rank {rank}: {mine.shape[1]} tokens here")
# endregion

dist.destroy_process_group()
