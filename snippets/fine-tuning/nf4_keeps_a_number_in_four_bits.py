"""NF4 by hand: 4 bits a number and a scale for each block. Larger blocks take fewer bits, and have a larger error.

$ python snippets/fine-tuning/nf4_keeps_a_number_in_four_bits.py
"""
import torch
from _nf4 import pack, unpack

torch.manual_seed(0)
weight = torch.randn(256, 256) / 16
found = {}

# region error
for block in (32, 64, 256, 4096):
    codes, scales = pack(weight, block)  # key line, else: codes, scales = pack(weight, 64)
    back = unpack(codes, scales, weight.shape)
    error = ((back - weight).norm() / weight.norm()).item()
    bits = 8 * (codes.nbytes + scales.nbytes) / weight.numel()
    found[block] = bits, error
    print(f"block {block}: {bits:.2f} bits a number, error {error:.1%}")
# endregion

even = torch.linspace(-1, 1, 16)  # equal steps, as integers have
back = unpack(*pack(weight, 64, even), weight.shape, even)
found["even"] = ((back - weight).norm() / weight.norm()).item()
found["bf16"] = ((weight.bfloat16() - weight).norm() / weight.norm()).item()
print(f"equal steps, block 64: error {found['even']:.1%}; bf16: 16 bits, error {found['bf16']:.1%}")
errors = [found[block][1] for block in (32, 64, 256, 4096)]
assert errors == sorted(errors) and errors[0] < errors[-1]  # shows: larger-blocks-larger-error
assert found[64][0] == 4.5  # 4 bits, and 32 for 64 numbers  # shows: four-and-a-half-bits
assert found["even"] > found[64][1]  # shows: equal-steps-larger-error
assert found["bf16"] < found[32][1] / 10  # shows: bf16-tenth-of-the-error
