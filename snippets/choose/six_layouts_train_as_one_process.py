"""4 ranks in six layouts: loss and gradients are those of one process, and each holds other bytes.

$ torchrun --nproc-per-node 4 snippets/choose/six_layouts_train_as_one_process.py
"""
import torch
import torch.distributed as dist
from _layouts import LAYOUTS, Layout
from _local import here, whole
from _model import batch, build, loss_of

dist.init_process_group("gloo")
rank, (x, y) = dist.get_rank(), batch()
alone = build()
reference = loss_of(alone(x), y)
reference.backward()
expected = {name: weight.grad for name, weight in alone.named_parameters()}
one = 4 * sum(weight.nbytes for weight in alone.parameters())  # weights, gradients and two moments, in fp32

# region layouts
held = {}
for name, shape in LAYOUTS.items():  # of (pp, copies, shards, tp)
    layout = Layout(shape)  # key line, else: layout = Layout((1, 4, 1, 1))
    loss = layout.mean(layout.step(x, y))
    weights = layout.named()
    held[name] = 4 * sum(here(weight).nbytes for weight in weights.values())
    if rank == 0:
        print(f"{name:<13} loss {loss:.4f}, holds {held[name]:>6} B of {one} B")
    # endregion
    assert torch.allclose(loss, reference)  # shows: loss-of-one-process
    for key, weight in weights.items():
        assert torch.allclose(whole(weight.grad), expected[key], atol=1e-6)  # shows: gradients-of-one-process

assert held["DDP 4"] == one  # shows: ddp-holds-all
assert held["FSDP 4"] == one / 4  # shows: fsdp-a-quarter
assert held["HSDP 2 x 2"] == one / 2  # shows: hsdp-a-half
assert one / 4 < held["FSDP 2 x TP 2"] < 1.01 * one / 4  # norms are not split over tp  # shows: tp-copies-norms
assert abs(held["PP 2 x DDP 2"] - one / 2) < 0.01 * one  # shows: pp-about-a-half
assert abs(held["PP 2 x FSDP 2"] - one / 4) < 0.01 * one  # shows: pp-fsdp-about-a-quarter
assert held["FSDP 2 x TP 2"] < held["DDP 4"] / 3  # refutes: half-as-ddp
assert held["FSDP 2 x TP 2"] != one / 4  # refutes: exactly-a-quarter
dist.barrier()
dist.destroy_process_group()
