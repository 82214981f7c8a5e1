"""The embedding of the first stage has all words, and the step runs.

$ torchrun --nproc-per-node 2 snippets/errors/stage_has_all_words.py
"""
import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, device = dist.get_rank(), torch.device("cpu")
y = torch.zeros(4, 2, 8)

# region steps
words = 10  # key line, else: words = 8 -> RuntimeError: [Stage 0] failed to run forward
layer = torch.nn.Embedding(words, 8) if rank == 0 else torch.nn.Linear(8, 8)
schedule = Schedule1F1B(PipelineStage(layer, rank, 2, device), n_microbatches=2, loss_fn=mse_loss)
for word in (0, 9):
    x = torch.full((4, 2), word)
    schedule.step(x) if rank == 0 else schedule.step(target=y)
    print(f"rank {rank}: the step with word {word} is done", flush=True)
# endregion

assert layer.weight.grad.norm() > 0  # shows: stage-has-a-gradient
dist.barrier()
dist.destroy_process_group()
