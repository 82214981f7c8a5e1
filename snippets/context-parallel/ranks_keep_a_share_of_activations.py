"""What backward needs of a layer: with the tokens over 4 ranks each keeps a quarter of the activations, while weights stay whole.

$ torchrun --nproc-per-node 4 snippets/context-parallel/ranks_keep_a_share_of_activations.py
"""
import torch
import torch.distributed as dist
from _model import Model, samples

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
tokens, _ = samples(1)


def kept(model, tokens):
    """Bytes that autograd saves, without the weights."""
    weights, seen = {weight.data_ptr() for weight in model.parameters()}, {}

    def pack(tensor):
        if tensor.untyped_storage().data_ptr() not in weights:
            seen[tensor.untyped_storage().data_ptr()] = tensor.detach()  # held, so that no address is used twice
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        model(tokens)
    return sum(tensor.untyped_storage().nbytes() for tensor in seen.values() if tensor.is_floating_point())


# region keep
ring = Model(cp=dist.group.WORLD)
whole = kept(Model(cp=dist.new_group([rank], use_local_synchronization=True)), tokens)  # all tokens on each
part = kept(ring, tokens[:, ring.positions[rank]])  # key line, else: part = whole
weights = sum(weight.numel() for weight in ring.parameters())
print(f"all tokens: keeps {whole} B; a quarter: {part} B; weights {weights} in both")
# endregion

assert part * ranks == whole  # shows: a-quarter-of-activations
dist.barrier()
dist.destroy_process_group()
