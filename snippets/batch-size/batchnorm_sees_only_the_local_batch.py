"""BatchNorm takes its statistics from the rank's own batch, so [0, 2] and [10, 12] come out the same.

$ torchrun --nproc-per-node 2 snippets/batch-size/batchnorm_sees_only_the_local_batch.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
full = torch.tensor([[0.0], [2.0], [10.0], [12.0]])  # the global batch
one_process = torch.nn.BatchNorm1d(1)
alone = one_process(full)

# region norm
batch = full.chunk(world_size)[rank]  # key line, else: batch = full
model = DistributedDataParallel(torch.nn.BatchNorm1d(1))
output = model(batch)
print(f"rank {rank}: in {batch.flatten().tolist()}, out {[round(v, 2) for v in output.flatten().tolist()]}")
own = model.module.running_mean.item()
model.eval()(batch)  # DDP first copies the buffers of rank 0
copied = model.module.running_mean.item()
print(f"rank {rank}: running mean {own:.4g}, after the next forward {copied:.4g}")
# endregion

expected = torch.tensor([[-1.0], [1.0]])  # both ranks: the distance of 10 between them is gone
torch.testing.assert_close(output, expected, atol=1e-4, rtol=0)
assert (output - alone.chunk(world_size)[rank]).abs().max() > 0.3  # shows: batchnorm-samples-one-rank
model.train()(batch + 100 * rank + 50)  # an earlier micro-batch
assert torch.allclose(model(batch), expected, atol=1e-4)  # shows: micro-batch-own-rank-no-part
assert not torch.allclose(model(torch.cat([batch, batch + 50]))[:2], expected, atol=0.3)  # shows: batchnorm-sees-micro
assert abs(one_process.running_mean.item() - 0.6) < 1e-6
assert abs(own - 0.1 * (1 + 10 * rank)) < 1e-6 and abs(copied - 0.1) < 1e-6
dist.destroy_process_group()
