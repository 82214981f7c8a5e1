"""SyncBatchNorm of two ranks on one GPU normalises as one process with the whole batch.

$ torchrun --nproc-per-node 2 snippets/gpu/sync_batchnorm_over_gloo_sees_the_whole_batch.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.cuda.set_device(0)  # both ranks
batch = torch.tensor([[1.0], [2.0], [3.0], [10.0]], device="cuda")
whole = torch.nn.BatchNorm1d(1).cuda()(batch)

# region norm
layer = torch.nn.BatchNorm1d(1)
layer = torch.nn.SyncBatchNorm.convert_sync_batchnorm(layer)  # key line
output = layer.cuda()(batch[2 * rank : 2 * rank + 2])
print(f"rank {rank}: {[round(x, 2) for x in output.flatten().tolist()]}")
# endregion

torch.testing.assert_close(output, whole[2 * rank : 2 * rank + 2])
dist.destroy_process_group()
