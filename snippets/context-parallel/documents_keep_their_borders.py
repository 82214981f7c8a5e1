"""Two documents in one sequence: with a mask by document the second one sees none of the first, though its keys come by.

$ torchrun --nproc-per-node 4 snippets/context-parallel/documents_keep_their_borders.py
"""
import torch
import torch.distributed as dist
from _attention import sequence, zigzag
from _ring import Ring

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
q, k, v = sequence()
at = zigzag(16, ranks)
attend = torch.nn.functional.scaled_dot_product_attention
pieces = zip(*(tensor.split([6, 10], dim=2) for tensor in (q, k, v)), strict=True)
apart = torch.cat([attend(*piece, is_causal=True) for piece in pieces], dim=2)
q, k, v = (tensor[:, :, at[rank]] for tensor in (q, k, v))

# region mask
lengths = torch.tensor([0, 6, 16])  # cu_seqlens: where each document begins, and the end
documents = torch.bucketize(torch.arange(16), lengths, right=True) - 1  # of each position
y = Ring.apply(q, k, v, at, documents)  # key line, else: y = Ring.apply(q, k, v, at)
mixed = Ring.apply(q, k, v, at)
off = [int(((part - apart[:, :, at[rank]]).abs().amax((0, 1, 3)) > 1e-5).sum()) for part in (y, mixed)]
own = documents[at[rank]]
pairs = int(((at[rank][:, None] >= torch.arange(16)) & (own[:, None] == documents)).sum())
print(f"rank {rank}: documents {own.tolist()}, {pairs} pairs, wrong with the mask {off[0]}, without {off[1]}")
# endregion

wrong = torch.tensor(off)
dist.all_reduce(wrong)
assert wrong.tolist() == [0, 10]  # shows: second-document-wrong-without
assert pairs == [22, 22, 22, 10][rank]  # shows: zigzag-uneven-over-documents
dist.barrier()
dist.destroy_process_group()
