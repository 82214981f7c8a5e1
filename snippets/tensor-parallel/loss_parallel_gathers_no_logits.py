"""The loss of logits that are split by vocabulary: three small all-reduces, where a gather would send the logits.

$ torchrun --nproc-per-node 2 snippets/tensor-parallel/loss_parallel_gathers_no_logits.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = 'with Wire() as wire, loss_parallel():'
# label = "Without loss_parallel"
# becomes = 'with Wire() as wire:'
# ///
import torch
import torch.distributed as dist
from _wire import Wire
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import loss_parallel
from torch.nn import functional

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (ranks,))
torch.manual_seed(0)
whole, target = torch.randn(32, 1024, requires_grad=True), torch.randint(1024, (32,))  # 32 tokens, 1,024 words
functional.cross_entropy(whole, target).backward()

# region loss
logits = distribute_tensor(whole.detach(), mesh, [Shard(-1)]).requires_grad_()  # each rank has 512 words
with Wire() as wire, loss_parallel():
    loss = functional.cross_entropy(logits, target)
    loss.backward()  # inside, too
with Wire() as gather:
    logits.redistribute(mesh, [Replicate()])  # key line, else: pass
print(f"loss {loss.to_local():.4f}: {len(wire.calls)} {set(wire.calls)}, {wire.sent} B; a gather sends {gather.sent} B")
# endregion

assert torch.allclose(logits.grad.to_local(), whole.grad.chunk(ranks, dim=1)[rank], atol=1e-6)  # shows: slope-as-one-process
assert wire.calls == ["all_reduce"] * 3  # shows: three-all-reduces
assert gather.sent == whole.nbytes * (ranks - 1) // ranks  # shows: gather-sends-logits
assert gather.sent > 100 * wire.sent  # shows: hundred-times-less
dist.destroy_process_group()
