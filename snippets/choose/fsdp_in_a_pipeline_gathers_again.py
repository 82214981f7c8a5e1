"""FSDP within a stage gathers its layers for each micro-batch: more micro-batches idle less, and send more.

$ torchrun --nproc-per-node 4 snippets/choose/fsdp_in_a_pipeline_gathers_again.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "for m in (2, 4, 8):"
# label = "Fewer micro-batches than stages"
# becomes = "for m in (1, 2, 4):"
# ///
import torch.distributed as dist
from _layouts import Layout
from _model import batch
from _wire import Wire

dist.init_process_group("gloo")
rank, (x, y) = dist.get_rank(), batch(samples=16)

kinds = {"FSDP": ((2, 1, 2, 1), None), "kept whole": ((2, 1, 2, 1), False), "DDP": ((2, 2, 1, 1), None)}
calls, sent = {}, {}
# region count
for m in (2, 4, 8):
    for name, (shape, free) in kinds.items():  # free: reshard_after_forward
        layout = Layout(shape, m, free)  # key line, else: layout = Layout(shape, 2, free)
        layout.step(x, y)
        with Wire(layout.mesh) as wire:
            layout.step(x, y)
        data = "copies" if name == "DDP" else "shards"
        calls[name, m], sent[name, m] = wire.calls[data], wire.sent[data]
        dist.barrier()
    told = [f"{name} {sent[name, m]} B, {calls[name, m]} calls" for name in kinds]
    if rank == 0:
        print(f"{m} micro-batches, {100 / (m + 1):.0f} % idle: {'; '.join(told)}")
# endregion

assert sent["FSDP", 2] < sent["FSDP", 4] < sent["FSDP", 8]  # shows: fsdp-sends-more
assert sent["kept whole", 2] == sent["kept whole", 8]  # shows: kept-whole-the-same
assert sent["DDP", 2] == sent["DDP", 8]  # shows: ddp-sends-the-same
dist.destroy_process_group()
