"""grouped_mm multiplies the rows of each expert with its own matrix in one call, also on a CPU; an expert without rows is fine.

$ python snippets/experts/grouped_mm_is_a_loop_over_experts.py
"""
import torch
from torch.nn.functional import grouped_mm

torch.manual_seed(0)
rows, up = torch.randn(12, 16), torch.randn(4, 16, 32)
found = {}

# region grouped
counts = torch.tensor([3, 0, 5, 4])  # rows of each expert, sorted by expert
ends = counts.cumsum(0).to(torch.int32)  # key line, else: ends = torch.tensor([3, 6, 9, 12], dtype=torch.int32)
for dtype in (torch.float32, torch.bfloat16):
    a, b = rows.to(dtype), up.detach().to(dtype).requires_grad_()
    y = grouped_mm(a, b, offs=ends)
    loop = torch.cat([part @ one for part, one in zip(a.split(counts.tolist()), b, strict=True)])
    y.square().sum().backward()
    found[dtype] = torch.allclose(y, loop, rtol=0.01), b.grad[1].abs().sum().item()
    print(f"{dtype}: {tuple(y.shape)}, as the loop {found[dtype][0]}, gradient of the empty expert {found[dtype][1]:g}")
# endregion

assert all(same for same, _ in found.values())  # shows: same-as-loop
assert all(slope == 0 for _, slope in found.values())  # shows: empty-expert-zero-gradient
