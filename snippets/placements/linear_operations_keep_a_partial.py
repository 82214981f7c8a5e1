"""A Partial stays one in sums and times a factor, and nothing is sent; before relu, + 1 or a product of two it is all-reduced.

$ torchrun --nproc-per-node 4 snippets/placements/linear_operations_keep_a_partial.py
"""
import torch
import torch.distributed as dist
from _wire import NAMES, Wire, place, square
from torch.distributed.device_mesh import init_device_mesh

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (world_size,))

# region tries
whole, seen = square(4) - 8, {}
tries = {
    "term * 2": lambda term: term * 2,
    "term + term": lambda term: term + term,
    "term + copy": lambda term: term + place(whole, mesh, "Replicate"),
    "term * term": lambda term: term * term,
    "relu(term)": torch.relu,
    "term + 1": lambda term: term + 1,
}
for name, operation in tries.items():
    with Wire(world_size) as wire:
        result = operation(place(whole, mesh, "Partial"))  # key line, else: result = place(operation(place(whole, mesh, "Replicate")).to_local(), mesh, "Partial")
    seen[name] = NAMES[result.placements[0]], *wire.calls
    print(f"{name}: {seen[name][0]},", *wire.calls or ["nothing sent"])
# endregion
    assert torch.equal(result.full_tensor(), operation(place(whole, mesh, "Replicate")).full_tensor())

assert all(seen[name] == ("Partial",) for name in list(tries)[:3])  # shows: sums-factors-keep
assert seen["relu(term)"] == ("Replicate", "all_reduce")  # shows: relu-all-reduce
assert seen["term + 1"][1:] == ("all_reduce",)  # shows: number-all-reduce
assert seen["term * term"][1:] == ("all_reduce",)  # shows: product-all-reduce
dist.destroy_process_group()
