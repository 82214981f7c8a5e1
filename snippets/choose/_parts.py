"""The memory of a rank by part, in GB, without memory: shards on meta, activations and logits on fake tensors."""
from contextlib import nullcontext

import torch
from _count import Kept
from _block import BLOCK, Block
from _local import here
from _model import loss_of
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import parallelize_module

LLAMA_8B = {"dim": 4096, "ffn": 14336, "heads": 32, "kv_heads": 8, "layers": 32, "words": 128256}
LLAMA_70B = {"dim": 8192, "ffn": 28672, "heads": 64, "kv_heads": 8, "layers": 80, "words": 128256}


def numbers(module, mesh, tp, shards):
    """What a rank keeps of a module, and what it gathers of it."""
    if tp > 1 and isinstance(module, Block):
        parallelize_module(module, mesh["tp"], BLOCK)
    gathered = sum(here(weight).numel() for weight in module.parameters())
    if shards > 1:
        fully_shard(module, mesh=mesh["shards"])
    return sum(here(weight).numel() for weight in module.parameters()), gathered


def kept(module, x, *targets):
    """Bytes that the forward of a module keeps for its backward."""
    with Kept(module) as found:
        loss_of(module(x).float(), *targets) if targets else module(x)
    return found.bytes


def parts(sizes, shards, tp, tokens, samples=1, recompute=False, fake=True):
    """State in fp32; gathered weights and activations in bf16; logits in fp32."""
    mesh = init_device_mesh("cpu", (shards, tp), mesh_dim_names=("shards", "tp"))
    dim, words, layers = sizes["dim"], sizes["words"], sizes["layers"]
    shape = [sizes[name] for name in ("dim", "ffn", "heads", "kv_heads")]
    with torch.device("meta"):
        block, gathered = numbers(Block(*shape), mesh, tp, shards)
        both_ends = nn.Sequential(nn.Embedding(words, dim), nn.Linear(dim, words, bias=False))
        ends, both = numbers(both_ends, mesh, 1, shards)
    held = layers * block + ends
    torch.set_default_dtype(torch.bfloat16)
    with FakeTensorMode() if fake else nullcontext():
        one = Block(*shape)
        if tp > 1:
            parallelize_module(one, mesh["tp"], BLOCK)
        x = torch.empty(samples, tokens, dim, requires_grad=True)
        layer, head = kept(one, x), nn.Linear(dim, words, bias=False)
        logits = kept(head, x, torch.zeros(samples, tokens, dtype=torch.long))
    torch.set_default_dtype(torch.float32)
    activations = layers * x.nbytes + layer if recompute else layers * layer
    open_at_once = 3 * gathered + both if shards > 1 else 0  # two layers, a gradient, embedding and head
    found = {"weights": 4 * held, "gradients": 4 * held, "Adam": 8 * held, "gathered": 2 * open_at_once}
    return {name: size / 1e9 for name, size in (found | {"activations": activations, "logits": logits}).items()}
