"""Sharded as one group with its position table, a vision encoder finds the table whole in its forward.

$ torchrun --nproc-per-node 2 snippets/errors/vision_encoder_is_sharded_as_one_group.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn import functional

dist.init_process_group("gloo")


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches, self.positions = nn.Linear(12, 8), nn.Embedding(16, 8)  # 16 places, 4 x 4

    def forward(self, images, places):
        table = self.positions.weight.T.view(1, 8, 4, 4)  # not self.positions(…)
        return self.patches(images) + functional.grid_sample(table, places, align_corners=False)[0, :, 0].T


torch.manual_seed(0)
encoder, images, places = Encoder(), torch.randn(9, 12), torch.rand(1, 1, 9, 2)

alone = encoder(images, places)

# region shard
fully_shard(encoder)  # key line, else: fully_shard(encoder.positions) -> RuntimeError: aten.grid_sampler_2d.default
y = encoder(images, places)
print(tuple(y.shape))
# endregion

assert torch.allclose(y, alone, atol=1e-6)  # shows: as-one-process

dist.destroy_process_group()
