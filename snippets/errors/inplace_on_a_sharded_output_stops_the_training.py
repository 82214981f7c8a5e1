"""A sharded model that returns a view is never updated if the loss changes that view in place.

$ torchrun --nproc-per-node 2 snippets/errors/inplace_on_a_sharded_output_stops_the_training.py
"""
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
x = torch.randn(8, 4)
y = x.sum(1)


# region model
class Regressor(torch.nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(1)
        self.layer = torch.nn.Linear(4, 1)

    def forward(self, x):
        view = self.layer(x).squeeze(-1)
        return view


# endregion
@torch.no_grad()
def loss_of(model):
    return (model(x) - y).square().mean().item()


plain, model = Regressor(), fully_shard(Regressor(), mesh=init_device_mesh("cpu", (2,)))


# region train
def train(model, x, y):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(20):
        optimizer.zero_grad()
        error = model(x)
        error -= y  # key line
        error.square().mean().backward()
        optimizer.step()


train(plain, x, y)
train(model, x[rank::2], y[rank::2])
print(f"loss after 20 steps {loss_of(model):.4f}, one process {loss_of(plain):.4f}")
# endregion

untrained = loss_of(Regressor())
assert abs(loss_of(model) - untrained) < 1e-6
assert loss_of(plain) < 0.1 * untrained
model.reshard()
assert all(parameter.grad is None for parameter in model.parameters())
dist.destroy_process_group()
