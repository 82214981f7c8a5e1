"""A rotary embedding needs the positions in the whole sequence: with positions from 0 on each rank the output is another one.

$ torchrun --nproc-per-node 4 snippets/context-parallel/own_positions_or_a_wrong_rotation.py
"""
import torch
import torch.distributed as dist
from _attention import sequence, zigzag
from _ring import Ring

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()


def rotate(x, positions):
    """Turns each pair of numbers by an angle that grows with the position."""
    angle = positions[:, None] * torch.tensor([1.0, 0.1])
    a, b = x.chunk(2, dim=-1)
    return torch.cat([a * angle.cos() - b * angle.sin(), a * angle.sin() + b * angle.cos()], dim=-1)


q, k, v = sequence()
everything = torch.arange(16)
turned = rotate(q, everything), rotate(k, everything)
whole = torch.nn.functional.scaled_dot_product_attention(*turned, v, is_causal=True)
at = zigzag(16, ranks)
q, k, v = (tensor[:, :, at[rank]] for tensor in (q, k, v))


# region rotate
def difference(positions):
    y = Ring.apply(rotate(q, positions), rotate(k, positions), v, at)
    return (y - whole[:, :, at[rank]]).abs().max().item()


right = difference(at[rank])  # key line, else: right = difference(torch.arange(4))
wrong = difference(torch.arange(4))
print(f"rank {rank}: with {at[rank].tolist()} off by {right:.1f}, with {torch.arange(4).tolist()} by {wrong:.1f}")
# endregion

assert right < 1e-5  # shows: own-positions-as-one-process
assert wrong > 0.05  # shows: positions-from-zero-are-wrong
dist.barrier()
dist.destroy_process_group()
