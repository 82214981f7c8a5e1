"""NF4 by hand, as in the paper on QLoRA: 16 values, and a scale for each block of numbers."""
import torch

# The 16 values that bitsandbytes lists for NF4: quantiles of the normal distribution, with an exact zero.
TABLE = torch.tensor([
    -1.0, -0.6961928, -0.52507305, -0.39491749, -0.28444138, -0.18477343, -0.09105004, 0.0,
    0.0795803, 0.1609302, 0.2461123, 0.33791524, 0.44070983, 0.562617, 0.72295684, 1.0,
])  # fmt: skip


def pack(weight, block=64, table=TABLE):
    """Two numbers in each byte, and the largest number of each block."""
    rows = weight.reshape(-1, block)
    scales = rows.abs().amax(1, keepdim=True)
    nearest = (rows / scales)[..., None].sub(table).abs().argmin(-1).to(torch.uint8).reshape(-1, 2)
    return nearest[:, 0] * 16 + nearest[:, 1], scales[:, 0]


def unpack(codes, scales, shape, table=TABLE):
    nearest = torch.stack([codes // 16, codes % 16], 1).long().reshape(len(scales), -1)
    return (table[nearest] * scales[:, None]).reshape(shape)


class Packed(torch.nn.Module):
    """A frozen layer whose weight is held in 4 bits, and unpacked for each product."""

    def __init__(self, base):
        super().__init__()
        codes, scales = pack(base.weight.detach())
        self.in_features, self.out_features = base.in_features, base.out_features
        self.codes = torch.nn.Parameter(codes, requires_grad=False)
        self.scales = torch.nn.Parameter(scales, requires_grad=False)

    def forward(self, x):
        return x @ unpack(self.codes, self.scales, (self.out_features, self.in_features)).T
