"""fully_shard also gathers for a method that it is told of: generate writes what one process writes.

$ torchrun --nproc-per-node 2 snippets/errors/registered_generate_writes_under_fully_shard.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method

dist.init_process_group("gloo")
torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(8, 4), nn.Linear(4, 8)

    @torch.no_grad()
    def generate(self, tokens):
        return self.head(self.embed(tokens)).argmax(-1)


model, tokens = Model(), torch.tensor([[1, 2]])
expected = model.generate(tokens)

# region generate
fully_shard(model)
register_fsdp_forward_method(model, "generate")  # key line -> RuntimeError: got mixed torch.Tensor and DTensor
written = model.generate(tokens)
print(f"wrote {tuple(written.shape)}, as one process {torch.equal(written, expected)}")
# endregion

assert torch.equal(written, expected)  # shows: as-one-process
dist.destroy_process_group()
