"""The adapter is saved under the names that DDP gives, and strict=False skips names that it does not know: what loads is the base.

$ torchrun --nproc-per-node 2 snippets/errors/adapter_of_a_wrapped_model_loads_nothing.py
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
state = model.state_dict()  # key line, else: state = model.module.state_dict()
adapter = {name: value for name, value in state.items() if "lora_" in name}
fresh.load_state_dict(adapter, strict=False)
print(f"{list(adapter)} loaded, output as the base {torch.equal(fresh(x), base)}")
# endregion

assert torch.equal(fresh(x), base)  # shows: output-of-the-base
assert not torch.equal(model(x), base)
assert not fresh.lora_b.any()  # shows: b-is-still-zero
dist.destroy_process_group()
