"""The adapter is saved from the module inside DDP, and the names that load_state_dict returns are checked: it loads whole.

$ torchrun --nproc-per-node 2 snippets/errors/adapter_without_the_wrapper_loads_whole.py
"""
import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


class Lora(nn.Linear):
    def __init__(self):
        super().__init__(4, 4)
        self.requires_grad_(False)
        self.lora_a, self.lora_b = nn.Parameter(torch.randn(2, 4)), nn.Parameter(torch.zeros(4, 2))

    def forward(self, x):
        return super().forward(x) + x @ self.lora_a.T @ self.lora_b.T


dist.init_process_group("gloo")
torch.manual_seed(0)
model, fresh, x = DistributedDataParallel(Lora()), Lora(), torch.ones(1, 4)
fresh.load_state_dict(model.module.state_dict())
base = fresh(x)
model(x).sum().backward()
torch.optim.SGD([model.module.lora_b], lr=1.0).step()

# region load
state = model.module.state_dict()  # key line, else: state = model.state_dict()
adapter = {name: value for name, value in state.items() if "lora_" in name}
result = fresh.load_state_dict(adapter, strict=False)
absent = [name for name in result.missing_keys if "lora_" in name]
print(f"{list(adapter)} loaded, unknown {result.unexpected_keys}, absent {absent}")
# endregion

assert not result.unexpected_keys and not absent
assert torch.equal(fresh(x), model(x))  # shows: output-of-the-trained-model
assert not torch.equal(fresh(x), base)
dist.destroy_process_group()
