"""The activations that cross between two stages are the batch times the hidden size, whatever the number of micro-batches.

$ torchrun --nproc-per-node 2 snippets/pipeline/bytes_between_stages.py
"""
import torch
import torch.distributed as dist
from _layers import batch, layers
from torch import nn
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank = dist.get_rank()
x, y = batch()
part = nn.Sequential(*layers()[2 * rank : 2 * rank + 2])
sent = {}


def counted(schedule, get):
    """Add up the bytes of the tensors that the operations of a stage send."""

    def ops(number):
        found = get(number)
        sent[schedule] = sent.get(schedule, 0) + sum(op.tensor.nbytes for op in found if op.op is dist.isend)
        return found

    return ops


# region bytes
for m in (2, 8):  # key line, else: for m in (2, 2):
    stage = PipelineStage(part, rank, 2, torch.device("cpu"))
    stage.get_fwd_send_ops = counted(m, stage.get_fwd_send_ops)
    stage.get_bwd_send_ops = counted(m, stage.get_bwd_send_ops)
    schedule = Schedule1F1B(stage, n_microbatches=m, loss_fn=mse_loss)
    schedule.step(x) if rank == 0 else schedule.step(target=y)
    print(f"rank {rank}: {m} micro-batches, sends {sent[m]} B")
# endregion

assert sent.get(8) == sent[2] == 16 * 8 * 4  # samples, hidden size, bytes  # shows: same-bytes-for-any-number
dist.barrier()
dist.destroy_process_group()
