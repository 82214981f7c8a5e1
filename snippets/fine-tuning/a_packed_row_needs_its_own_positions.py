"""Texts packed into one row: with a mask and positions for each text the outputs are those of the texts alone.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/a_packed_row_needs_its_own_positions.py
"""
import torch
import torch.distributed as dist
from torch.nn.functional import scaled_dot_product_attention as attention

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
lengths = [[3, 5], [6, 2]][rank]  # two texts in the row of each rank
words, places, project = torch.randn(8, 16), torch.randn(8, 16), torch.randn(3, 16, 16) / 4
texts = torch.arange(2).repeat_interleave(torch.tensor(lengths))


def outputs(words, positions, mask):
    query, key, value = ((words + places[positions]) @ matrix for matrix in project)
    return attention(query[None], key[None], value[None], attn_mask=mask)[0]


def causal(length):
    return torch.ones(length, length, dtype=torch.bool).tril()


alone = torch.cat([outputs(text, torch.arange(len(text)), causal(len(text))) for text in words.split(lengths)])

# region pack
whole, own = torch.arange(8), torch.cat([torch.arange(length) for length in lengths])
block = causal(8) & (texts[:, None] == texts)
rows = {"causal, positions 0 to 7": (whole, causal(8)), "block mask, positions 0 to 7": (whole, block)}
rows["block mask, own positions"] = own, block  # key line, else: rows["block mask, own positions"] = whole, block
for name, (positions, mask) in rows.items():
    off = (outputs(words, positions, mask) - alone).abs().amax(1)
    first, second = (part.max() for part in off.split(lengths))
    print(f"rank {rank}: {name}: first text off by {first:.2f}, second by {second:.2f}")
# endregion

assert first < 1e-5 and second < 1e-5  # shows: own-positions-equal
masked = (outputs(words, whole, block) - alone).abs().amax(1)
assert masked[: lengths[0]].max() < 1e-5 < 0.01 < masked[lengths[0] :].max()  # shows: positions-matter-second
dist.destroy_process_group()
