"""300 squared is infinite in float16, so a norm by hand gives 0; layer_norm adds up in float32 and gives 1.

$ python snippets/precision/squares_overflow_in_fp16.py
"""
import torch

# region norm
x = torch.tensor([300.0, -300.0, 300.0, -300.0], dtype=torch.float16)
by_hand = x * x.pow(2).mean().rsqrt()  # key line, else: by_hand = x * x.float().pow(2).mean().rsqrt().half()
library = torch.nn.functional.layer_norm(x, (4,))
print(f"squares {x.pow(2)[0].item()}, by hand {by_hand[0].item():.4g}, layer_norm {library[0].item():.4g}")
# endregion

assert by_hand.abs().max() == 0  # shows: by-hand-0
assert library.tolist() == [1.0, -1.0, 1.0, -1.0]  # shows: layer-norm-1
long = torch.full((64,), 30000.0, dtype=torch.float16)
assert torch.nn.functional.normalize(long, dim=0).abs().max() == 0  # its norm is a float16 too, and infinite
