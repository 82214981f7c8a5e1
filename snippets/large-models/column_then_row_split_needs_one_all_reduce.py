"""Split the first matrix by columns and the second by rows: one all-reduce gives the output of the whole MLP.

$ torchrun --nproc-per-node 2 snippets/large-models/column_then_row_split_needs_one_all_reduce.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, up, down = torch.randn(2, 4), torch.randn(4, 8), torch.randn(8, 4)
full = torch.relu(inputs @ up) @ down  # one process

# region forward
up_shard = up.chunk(world_size, dim=1)[rank]  # (4, 4): half of the hidden features
down_shard = down.chunk(world_size, dim=0)[rank]  # (4, 4): the rows that take them in
hidden = torch.relu(inputs @ up_shard)  # complete for its features: nothing to send
output = hidden @ down_shard  # (2, 4): a partial sum
dist.all_reduce(output)  # key line
print(f"rank {rank}: up {tuple(up_shard.shape)} of {tuple(up.shape)}")
print(f"rank {rank}: first output {output[0, 0]:.4f}, one process {full[0, 0]:.4f}")
# endregion

torch.testing.assert_close(output, full)

# With both cut by rows, one all-reduce is not enough: ReLU meets partial sums.
partial = inputs.chunk(world_size, dim=1)[rank] @ up.chunk(world_size, dim=0)[rank]
early = torch.relu(partial)
dist.all_reduce(early)
dist.all_reduce(partial)
assert not torch.allclose(early @ down, full)
torch.testing.assert_close(torch.relu(partial) @ down, full)

# Ranks with inputs of their own get one output that is right for none of them, and no error.
own = inputs + rank
mixed = torch.relu(own @ up_shard) @ down_shard
dist.all_reduce(mixed)
assert not torch.allclose(mixed, torch.relu(own @ up) @ down)
assert torch.allclose(output, full, atol=1e-5)  # shows: first-columns-second-rows
mine = slice(4 * rank, 4 * rank + 4)
assert torch.allclose(hidden, torch.relu(inputs @ up)[:, mine], atol=1e-5)  # shows: columns-features-complete
signed = inputs @ up
assert torch.equal(torch.relu(signed)[:, mine], torch.relu(signed[:, mine]))  # shows: relu-each-feature-alone
assert not torch.allclose(hidden @ down_shard, full)  # output is the sum of both  # shows: rows-partial-sums
assert not torch.allclose(early @ down, full)  # shows: relu-sum-not-relus
assert torch.allclose(torch.relu(partial) @ down, full, atol=1e-5)  # shows: cut-rows-second-all-reduce
assert not torch.allclose(mixed, torch.relu(own @ up) @ down)  # shows: model-parallel-same-samples
assert torch.allclose(output, full, atol=1e-5) and world_size == 2  # one batch, two ranks  # shows: slices-same-time
dist.destroy_process_group()
