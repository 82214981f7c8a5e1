"""What a rank sends in one step, by layout and dimension: TP has most calls, and a pipeline sends least.

$ torchrun --nproc-per-node 4 snippets/choose/bytes_of_a_step_by_layout.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "layout = Layout(shape)"
# label = "Four micro-batches in a pipeline"
# becomes = "layout = Layout(shape, micro_batches=4)"
#
# [[tool.lockstep.what-if]]
# line = "layout = Layout(shape)"
# label = "FSDP keeps layers whole after the forward"
# becomes = "layout = Layout(shape, free=False)"
# ///
import torch.distributed as dist
from _layouts import LAYOUTS, Layout
from _model import batch, build
from _wire import Wire

dist.init_process_group("gloo")
rank, (x, y) = dist.get_rank(), batch()
weights = sum(weight.nbytes for weight in build().parameters())

# region count
sent, calls = {}, {}
for name, shape in LAYOUTS.items():
    layout = Layout(shape)
    layout.step(x, y)  # the first step also agrees on shapes and buckets
    with Wire(layout.mesh) as wire:
        layout.step(x, y)  # key line, else: pass
    sent[name], calls[name] = wire.sent, wire.calls
    told = [f"{key} {size} B in {wire.calls[key]} calls" for key, size in wire.sent.items()]
    if rank == 0:
        print(f"{name:<13} {', '.join(sorted(told))}")
    dist.barrier()
# endregion

assert sent["DDP 4"]["copies"] == 2 * 3 * weights // 4  # shows: ddp-twice-three-quarters
assert calls["DDP 4"]["copies"] == 1  # shows: ddp-one-bucket
ends = 4 * 2 * 64 * 32 + 4 * 32  # embedding, head and last norm are gathered once, the blocks twice
assert sent["FSDP 4"]["shards"] == (3 * (weights - ends) + 2 * ends) * 3 // 4  # shows: fsdp-three-times
assert calls["FSDP 2 x TP 2"]["tp"] == 4 * 4 + 3  # shows: four-calls-a-layer
activation = 4 * 4 * 16 * 32  # 4 samples of 16 tokens of 32 numbers, in fp32
logits = 4 * 4 * 16 * 32  # the half of 64 words that a rank has
assert sent["FSDP 2 x TP 2"]["tp"] == (4 * 4 + 2) * activation + logits  # shows: tp-sends-activations
assert sent["PP 2 x FSDP 2"]["pp"] == activation  # shows: pp-sends-one-activation
assert sent["HSDP 2 x 2"]["copies"] == weights // 2  # shows: hsdp-half-between-copies
dist.destroy_process_group()
