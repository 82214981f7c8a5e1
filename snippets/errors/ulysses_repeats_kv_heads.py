"""Each of two key heads is repeated, so that each of 4 ranks gets one, with all tokens; that sends twice the bytes of keys.

$ torchrun --nproc-per-node 4 snippets/errors/ulysses_repeats_kv_heads.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
whole = torch.randn(2, 16, 8)  # heads, tokens, size

# region trade
k = whole.chunk(ranks, dim=1)[rank]
repeated = k.repeat_interleave(ranks // len(k), dim=0)  # key line, else: repeated = k.repeat(ranks // len(k), 1, 1)
parts = repeated.unflatten(0, (ranks, -1)).contiguous()
came = torch.empty_like(parts)
dist.all_to_all_single(came, parts)
head = torch.cat(came.unbind(), dim=1)
more = repeated.nbytes // k.nbytes
print(f"rank {rank}: key head {rank // 2}, {head.shape[1]} tokens, {more} times the bytes of its keys")
# endregion

assert torch.equal(head[0], whole[rank // 2])  # shows: key-head-of-its-queries
assert repeated.nbytes == 2 * k.nbytes  # shows: twice-the-bytes
dist.destroy_process_group()
