"""Compared layer by layer with one process on the same batch, four ranks part at the BatchNorm.

$ torchrun --nproc-per-node 4 snippets/debug/layers_compared_one_by_one.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model = torch.nn.Sequential()
model.add_module("body", torch.nn.Linear(4, 3))
model.add_module("norm", torch.nn.BatchNorm1d(3))  # key line, else: model.add_module("norm", torch.nn.LayerNorm(3))
model.add_module("head", torch.nn.Linear(3, 1))
batch = torch.randn(16, 4)


def outputs(inputs):
    seen = {"input": inputs}
    for name, layer in model.named_children():
        layer.register_forward_hook(lambda _, args, out, name=name: seen.update({name: out.detach()}))
    model(inputs)
    return dict(seen)


# region compare
one, share = outputs(batch), outputs(batch.chunk(world_size)[rank])
parted = []
for name, mine in share.items():
    shares = [torch.empty_like(mine) for _ in range(world_size)]
    dist.all_gather(shares, mine)
    same = torch.allclose(torch.cat(shares), one[name], atol=1e-5)
    print(f"{name}: {'same' if same else 'differs'}")
    if not same:
        parted.append(name)
# endregion

assert parted[:1] == ["norm"]
dist.destroy_process_group()
