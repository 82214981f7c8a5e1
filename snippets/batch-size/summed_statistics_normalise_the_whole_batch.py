"""By hand the result of SyncBatchNorm: with statistics of all ranks, each normalises like one process.

$ torchrun --nproc-per-node 2 snippets/batch-size/summed_statistics_normalise_the_whole_batch.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.tensor([[0.0], [2.0], [10.0], [12.0]])
alone = torch.nn.BatchNorm1d(1)(full)

# region norm
batch = full.chunk(world_size)[rank]
sums = torch.tensor([len(batch), batch.sum(), batch.square().sum()])
dist.all_reduce(sums)  # key line
count, total, squares = sums
mean = total / count
variance = squares / count - mean.square()
output = (batch - mean) / (variance + 1e-5).sqrt()
print(f"rank {rank}: in {batch.flatten().tolist()}, out {[round(v, 2) for v in output.flatten().tolist()]}")
# endregion

torch.testing.assert_close(output, alone.detach().chunk(world_size)[rank])
dist.destroy_process_group()
