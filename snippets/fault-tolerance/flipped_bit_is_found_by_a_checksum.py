"""A flipped bit in a weight of rank 2 raises nothing; sums over the bits of what must be equal name step and rank.

$ torchrun --nproc-per-node 4 snippets/fault-tolerance/flipped_bit_is_found_by_a_checksum.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "weight -= 0.1 * weight"
# stays = "It stands for a training step. The flip is found in weights of any kind."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
weight = torch.linspace(0.1, 1.0, 10)
found = None


def flip(tensor, place, bit):
    tensor.view(torch.int32)[place] ^= 1 << bit


# region check
for step in range(6):
    weight -= 0.1 * weight
    if (rank, step) == (2, 3):
        flip(weight, place=5, bit=20)  # cosmic rays, or a core that adds wrong
    bits = weight.view(torch.int32).sum()  # key line, else: bits = weight.sum().isfinite().long()
    sums = [torch.zeros_like(bits) for _ in range(4)]
    dist.all_gather(sums, bits)
    usual = torch.stack(sums).mode().values
    odd = [other for other in range(4) if sums[other] != usual]
    if odd:
        found = (step, odd[0])
        print(f"step {step}: rank {odd[0]} differs, all numbers finite: {bool(weight.isfinite().all())}")
        break
# endregion

assert found == (3, 2)  # shows: step-rank
assert weight.isfinite().all()  # shows: numbers-finite
dist.destroy_process_group()
