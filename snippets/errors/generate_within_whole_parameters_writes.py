"""FSDP1 gathers for a forward only: around generate, summon_full_params gathers the root, and the head gathers its own parameters.

$ torchrun --nproc-per-node 2 snippets/errors/generate_within_whole_parameters_writes.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel

dist.init_process_group("gloo")
torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(8, 4), nn.Linear(4, 8)

    def forward(self, tokens):
        return self.head(self.embed(tokens))

    @torch.no_grad()
    def generate(self, tokens):
        return self(tokens).argmax(-1)


whole, tokens = Model(), torch.tensor([[1, 2]])
expected = whole.generate(tokens)

# region generate
whole.head = FullyShardedDataParallel(whole.head, device_id=torch.device("cpu"), use_orig_params=True)
model = FullyShardedDataParallel(whole, device_id=torch.device("cpu"), use_orig_params=True)
with FullyShardedDataParallel.summon_full_params(model, recurse=False, writeback=False):  # key line, else: if True: -> RuntimeError: 'weight' must be 2-D
    written = model.module.generate(tokens)
print(f"wrote {tuple(written.shape)}, as one process {torch.equal(written, expected)}")
# endregion

assert torch.equal(written, expected)  # shows: as-one-process
dist.destroy_process_group()
