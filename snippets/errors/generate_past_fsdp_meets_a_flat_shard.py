"""A method that is called on the module inside FSDP1 gathers nothing: the embedding meets a flat shard, which has one dimension.

$ torchrun --nproc-per-node 2 snippets/errors/generate_past_fsdp_meets_a_flat_shard.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: 'weight' must be 2-D"
# asserts = ["raises(\"RuntimeError: 'weight' must be 2-D\", at=\"self.embed(tokens)\")"]
# ///
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel

dist.init_process_group("gloo")


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(8, 4), nn.Linear(4, 8)

    def forward(self, tokens):
        return self.head(self.embed(tokens))

    @torch.no_grad()
    def generate(self, tokens):
        return self(tokens).argmax(-1)


# region generate
model = FullyShardedDataParallel(Model(), device_id=torch.device("cpu"), use_orig_params=True)
tokens = torch.tensor([[1, 2]])
written = model.module.generate(tokens)  # key line, else: written = model(tokens).argmax(-1)
print(f"wrote {tuple(written.shape)}")
# endregion

dist.destroy_process_group()
