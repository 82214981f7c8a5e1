"""Each rank holds half of the bytes of a 4-bit base, gathers them for a layer and unpacks them there.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/a_base_of_four_bits_is_sharded_as_bytes.py
"""
import torch
import torch.distributed as dist
from _nf4 import pack, unpack

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
weight, x = torch.randn(64, 64) / 8, torch.randn(4, 64)
a, b = torch.randn(4, 64, requires_grad=True), torch.zeros(64, 4, requires_grad=True)


def gather(shard):
    parts = [torch.empty_like(shard) for _ in range(ranks)]
    dist.all_gather(parts, shard)
    return torch.cat(parts)


# region layer
codes, scales = (part.chunk(ranks)[rank].clone() for part in pack(weight))  # this rank's half, in uint8 and float32
whole = gather(codes), gather(scales)  # key line, else: whole = codes.repeat(ranks), scales.repeat(ranks)
base = unpack(*whole, weight.shape)  # the product runs in a wider type
y = x @ base.T + x @ a.T @ b.T
y.sum().backward()
held, sent = codes.nbytes + scales.nbytes, sum(part.nbytes for part in whole)
print(f"rank {rank}: holds {held} B, gathers {sent} B; in bf16 {weight.numel()} B and {2 * weight.numel()} B")
# endregion

assert torch.equal(base, unpack(*pack(weight), weight.shape))  # shows: base-of-one-process
assert sent == 2 * held and held == weight.numel() * 4.5 / 8 / ranks  # shows: bytes-halved
assert b.grad.abs().sum() > 0 and not base.requires_grad  # shows: gradient-for-adapters-alone
dist.destroy_process_group()
