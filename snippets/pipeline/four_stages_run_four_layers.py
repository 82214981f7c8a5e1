"""Four ranks hold a layer each, and 1F1B gives each layer the gradient of one process.

$ torchrun --nproc-per-node 4 snippets/pipeline/four_stages_run_four_layers.py
"""
import torch
import torch.distributed as dist
from _layers import batch, grads_of_one_process, layers
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
x, y = batch()

# region step
layer, first, last = layers()[rank], rank == 0, rank == ranks - 1
stage = PipelineStage(layer, rank, ranks, torch.device("cpu"))
schedule = Schedule1F1B(stage, n_microbatches=8, loss_fn=mse_loss)
losses = []
schedule.step(*[x] * first, target=y if last else None, losses=losses)  # key line, else: pass
held = sum(weight.numel() for weight in layer.parameters())
told = f"loss {torch.stack(losses).mean():.4f}" if losses else "no loss"
print(f"rank {rank}: {told}, holds {held} numbers")
# endregion

loss, grads = grads_of_one_process()
assert held == 8 * 8 + 8  # shows: quarter-of-four
assert layer[0].weight.grad is not None and torch.allclose(layer[0].weight.grad, grads[rank], atol=1e-6)
assert len(losses) == (8 if last else 0)  # shows: last-stage-loss
assert not last or abs(torch.stack(losses).mean().item() - loss) < 1e-6
dist.barrier()
dist.destroy_process_group()
