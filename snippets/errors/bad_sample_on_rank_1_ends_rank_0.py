"""Rank 1 raises on a bad sample; rank 0 only hears that the connection has closed.

$ torchrun --nproc-per-node 2 snippets/errors/bad_sample_on_rank_1_ends_rank_0.py
"""
# /// script
# [tool.lockstep]
# expect = "KeyError: 'image'"
# asserts = [
#   'raises("KeyError", rank=1, at="sample[") and not raises("KeyError", rank=0) and first() == 1',
#   'raises("RuntimeError", rank=0, at="dist.all_reduce(weight.grad)")',
# ]
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
samples = [{"image": torch.full((1,), number)} for number in (1.0, 2.0, 3.0, 4.0)]
samples[3] = {"img": torch.ones(1)}  # key line
weight = torch.zeros(1, requires_grad=True)

# region train
for sample in samples[rank::2]:
    loss = (weight * sample["image"]).sum()
    loss.backward()
    dist.all_reduce(weight.grad)
    print(f"rank {rank}: gradient {weight.grad.item()}", flush=True)
    weight.grad = None
# endregion

dist.destroy_process_group()
