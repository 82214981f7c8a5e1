"""A vision encoder interpolates the weight of its position table; sharded as a group of its own, the table is not gathered.

$ torchrun --nproc-per-node 2 snippets/errors/vision_encoder_reads_a_table_that_is_sharded_by_itself.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: aten.grid_sampler_2d.default got mixed torch.Tensor and DTensor"
# asserts = ['raises("RuntimeError: aten.grid_sampler_2d.default", at="functional.grid_sample(")']
# ///
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

# region shard
fully_shard(encoder.positions)  # key line
fully_shard(encoder)
print(tuple(encoder(images, places).shape))
# endregion

dist.destroy_process_group()
