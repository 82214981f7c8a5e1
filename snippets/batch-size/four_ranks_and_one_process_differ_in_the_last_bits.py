"""Same seed, same samples, same batch: four ranks and one process agree to rounding, and not bit for bit.

$ torchrun --nproc-per-node 4 snippets/batch-size/four_ranks_and_one_process_differ_in_the_last_bits.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

# region step
gradients = []
for shards in (1, world_size):
    torch.manual_seed(0)  # the same weights and samples each time
    model = torch.nn.Linear(64, 64)
    batch = torch.randn(128, 64)
    if shards > 1:
        model = DistributedDataParallel(model)
        batch = batch.chunk(shards)[rank]  # key line
    model(batch).square().mean().backward()
    gradients.append(next(model.parameters()).grad)
one, four = gradients
print(f"bit for bit equal: {torch.equal(one, four)}")
print(f"equal to 6 decimals: {torch.allclose(one, four, rtol=0, atol=1e-6)}")
# endregion

close = torch.allclose(one, four, rtol=0, atol=1e-6)
assert close and not torch.equal(one, four)  # shows: six-decimals-not-bit
assert not torch.equal(one, four)  # refutes: every-bit-seed
assert (one - four).abs().max() < 0.01 * one.abs().max()  # refutes: quarter-as-large
assert close  # refutes: different-second-decimal
dist.destroy_process_group()
