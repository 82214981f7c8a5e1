"""Half of the gradient on each rank, reduced in each micro-batch, sums to that of one process.

$ torchrun --nproc-per-node 2 snippets/errors/gradient_shards_are_summed_in_each_micro_batch.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
samples, start = torch.randn(16, 4), torch.randn(4)
whole = start.clone().requires_grad_()
(samples @ whole).square().mean().backward()  # one process, all samples

# region accumulate
weight = start.clone().requires_grad_()
micro_batches = samples[rank::world_size].chunk(4)
shard = torch.zeros(4 // world_size)  # all that this rank keeps of the gradient
for micro_batch in micro_batches:
    ((micro_batch @ weight).square().mean() / len(micro_batches)).backward()
    part = torch.empty_like(shard)
    dist.reduce_scatter_single(part, weight.grad / world_size)
    shard += part  # key line, else: shard = part
    weight.grad = None  # the whole gradient is freed in each micro-batch
print(f"rank {rank}: shard {[round(number, 4) for number in shard.tolist()]}")
# endregion

assert torch.allclose(shard, whole.grad.chunk(world_size)[rank], atol=1e-5)
dist.destroy_process_group()
