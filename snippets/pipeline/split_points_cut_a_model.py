"""pipeline() cuts a model at the points that it is given, and the parts train like one process.

$ torchrun --nproc-per-node 2 snippets/pipeline/split_points_cut_a_model.py
"""
import warnings

import torch
import torch.distributed as dist
from _layers import batch, grads_of_one_process, layers
from torch import nn
from torch.distributed.pipelining import Schedule1F1B, SplitPoint, pipeline
from torch.nn.functional import mse_loss

warnings.simplefilter("ignore", FutureWarning)  # torch 2.13 warns of its own use of LeafSpec
dist.init_process_group("gloo")
rank = dist.get_rank()
x, y = batch()
model = nn.Sequential(*layers())

# region cut
spec = {"2": SplitPoint.BEGINNING}  # key line, else: spec = {"3": SplitPoint.BEGINNING}
pipe = pipeline(model, mb_args=(x[:4],), split_spec=spec)
stage = pipe.build_stage(rank, torch.device("cpu"))
names = [name for name, _ in stage.submod.named_parameters()]
schedule = Schedule1F1B(stage, n_microbatches=4, loss_fn=mse_loss)
schedule.step(x) if rank == 0 else schedule.step(target=y)
print(f"rank {rank}: {pipe.num_stages} stages, holds {names}")
# endregion

loss, grads = grads_of_one_process()
weights = dict(stage.submod.named_parameters())
mine = (2 * rank, 2 * rank + 1)
assert list(weights) == [f"{at}.0.{kind}" for at in mine for kind in ("weight", "bias")]  # shows: names-stay
for at in mine:
    assert torch.allclose(weights[f"{at}.0.weight"].grad, grads[at], atol=1e-6)
dist.barrier()
dist.destroy_process_group()
