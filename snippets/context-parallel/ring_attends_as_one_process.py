"""Four ranks hold 4 of 16 tokens each and pass keys and values around a ring: the output is that of one process.

$ torchrun --nproc-per-node 4 snippets/context-parallel/ring_attends_as_one_process.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if step < ranks - 1:"
# stays = "Without it the keys go once more, to their owner, and nobody needs them there."
# ///
import torch
import torch.distributed as dist
from _attention import Softmax, sequence
from _ring import pass_on

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
q, k, v = sequence()
whole = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
met = []

# region attend
at = torch.arange(16).chunk(ranks)
mine = at[rank]
q, k, v = (tensor[:, :, mine] for tensor in (q, k, v))  # its own tokens
kv, part = torch.stack([k, v]), Softmax(q)
for step in range(ranks):
    met.append((rank - step) % ranks)  # whose keys these are
    part.add(kv, mine, at[met[-1]])
    if step < ranks - 1:
        kv = pass_on(kv)  # key line
y = part.result()
print(f"rank {rank}: positions {mine[0]} to {mine[-1]}, {kv.nbytes} B of keys and values, met {met}")
# endregion

assert torch.allclose(y, whole[:, :, mine], atol=1e-6)  # shows: output-as-one-process
assert kv.nbytes == 2 * 2 * 4 * 4 * 4  # shows: a-quarter-of-keys
assert len(met) - 1 == ranks - 1  # shows: three-steps-for-four-ranks
assert met == [(rank - step) % ranks for step in range(ranks)]
dist.barrier()
dist.destroy_process_group()
