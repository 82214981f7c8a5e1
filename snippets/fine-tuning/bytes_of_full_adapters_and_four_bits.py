"""What a rank holds of weights, gradients and Adam, under DDP and under fully_shard: full, adapters, and adapters on 4 bits.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/bytes_of_full_adapters_and_four_bits.py
"""
import torch
import torch.distributed as dist
from _adapter import Adapted, trained
from _nf4 import Packed
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh, found, DIM = init_device_mesh("cpu", (ranks,)), {}, 64
WAYS = {"DDP": DistributedDataParallel, "sharded": lambda model: fully_shard(model, mesh=mesh)}


def build(method):
    torch.manual_seed(0)
    layers = [nn.Linear(DIM, DIM, bias=False) for _ in range(2)]
    if method == "full":
        return nn.Sequential(*layers)
    return nn.Sequential(*(Adapted(Packed(layer) if method == "4 bits" else layer) for layer in layers))


def held(tensors):
    return sum(getattr(tensor, "_local_tensor", tensor).nbytes for tensor in tensors if tensor.ndim)


def moments(optimizer):
    return (tensor for state in optimizer.state.values() for tensor in state.values())


# region count
for method in ("full", "adapters", "4 bits"):
    for layout, wrap in WAYS.items():
        model = build(method)
        wrapped = wrap(model)  # key line, else: wrapped = DistributedDataParallel(model)
        wrapped(torch.ones(2, DIM)).sum().backward()
        optimizer = torch.optim.AdamW(trained(model))
        optimizer.step()
        gradients = (parameter.grad for parameter in trained(model))
        parts = held(model.parameters()), held(gradients), held(moments(optimizer))
        found[method, layout] = parts
        print(f"{method}, {layout}:", "weights {} B, gradients {} B, Adam {} B".format(*parts))
# endregion

full, adapters = 2 * DIM * DIM * 4, 2 * 2 * 2 * DIM * 4
assert found["full", "DDP"] == (full, full, 2 * full)  # shows: full-all
assert found["adapters", "DDP"] == (full + adapters, adapters, 2 * adapters)  # shows: adapters-weights-stay
assert found["4 bits", "DDP"] == (full * 4.5 / 32 + adapters, adapters, 2 * adapters)  # shows: four-bits-weights
for method in ("full", "adapters", "4 bits"):
    assert [ranks * part for part in found[method, "sharded"]] == list(found[method, "DDP"])  # shows: sharded-halves
dist.destroy_process_group()
