"""A sharded model that returns a clone of the view is updated like one process, and warns of nothing.

$ torchrun --nproc-per-node 2 snippets/errors/a_clone_of_the_output_may_change_in_place.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("loss after 20 steps") and not complains("Warning")']
# ///
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
        return view.clone()  # key line, else: return view


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
        error -= y
        error.square().mean().backward()
        optimizer.step()


train(plain, x, y)
train(model, x[rank::2], y[rank::2])
print(f"loss after 20 steps {loss_of(model):.4f}, one process {loss_of(plain):.4f}")
# endregion

assert abs(loss_of(model) - loss_of(plain)) < 1e-6
assert loss_of(plain) < 0.1 * loss_of(Regressor())
dist.destroy_process_group()
