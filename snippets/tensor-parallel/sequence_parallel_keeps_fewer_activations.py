"""What backward needs of a block: tensor parallel keeps inputs of norms whole on each rank, sequence parallel a half.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/sequence_parallel_keeps_fewer_activations.py
"""
import torch
import torch.distributed as dist
from _block import PLAN, SEQUENCE, block_and_input, here
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import parallelize_module

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))


def kept(block, x):
    """Bytes that autograd saves, without the weights."""
    seen, weights = {}, {here(weight).data_ptr() for weight in block.parameters()}

    def pack(tensor):
        part = here(tensor.detach())
        if part.untyped_storage().data_ptr() not in weights:
            seen[part.untyped_storage().data_ptr()] = part.untyped_storage().nbytes(), part
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        y = block(x)
    return sum(size for size, _ in seen.values()), y


# region keep
bytes_kept = {}
for name, plan in (("one process", {}), ("tensor parallel", PLAN), ("and sequence parallel", SEQUENCE)):
    block, x = block_and_input()
    parallelize_module(block, mesh, plan)
    x = x.chunk(ranks, dim=1)[rank].contiguous() if plan is SEQUENCE else x  # key line, else: x = x
    bytes_kept[name], _ = kept(block, x.requires_grad_())
    print(f"{name}: keeps {bytes_kept[name]} B")
# endregion

one, split, sequence = bytes_kept.values()
assert one / 2 < split < one  # shows: more-than-a-half
assert sequence < split  # shows: sequence-keeps-less
dist.destroy_process_group()
