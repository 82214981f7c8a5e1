"""Run the program of a layout at its real size, on fake tensors and a fake process group, and count the bytes of one rank.

The program is the one that a reader gets: torch's own parallelize_module, fully_shard, Adam and autograd allocate. Each
storage that they make is counted until it is freed or resized to nothing.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import types
import weakref

import torch
import torch.distributed as dist
import torch.nn.functional
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.distributed.tensor import DTensor
from torch.distributed.tensor._sharding_prop import ShardingPropagator
from torch.testing._internal.distributed.fake_pg import FakeStore
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from lockstep.explain.plan import program

SMALLEST = 2**24  # bytes: a new peak is looked for after each operation that makes at least so many


class Live(TorchDispatchMode):
    """Counts the bytes of all storages that live."""

    def __init__(self):
        super().__init__()
        self.known, self.peak, self.is_dry = {}, 0, False

    def total(self):
        return sum(storage.nbytes() for ref in list(self.known.values()) if (storage := ref()) is not None)

    def see(self, tensor):
        storage = tensor.untyped_storage()
        if id(storage) not in self.known or self.known[id(storage)]() is not storage:
            self.known[id(storage)] = weakref.ref(storage)

    def __torch_dispatch__(self, func, kinds, args=(), kwargs=None):
        if any(kind is DTensor for kind in kinds):
            return NotImplemented  # the tensors that it holds come here, too
        result = func(*args, **(kwargs or {}))
        if self.is_dry:  # DTensor works out a shape
            return result
        made = [leaf for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor)]
        for tensor in made:
            self.see(tensor)
        if max((tensor.untyped_storage().nbytes() for tensor in made), default=0) >= SMALLEST:
            self.peak = max(self.peak, self.total())
        return result


class FusedNorm(torch.autograd.Function):
    """RMSNorm that keeps its input and one number a token, as the kernel for GPUs does. That for CPUs keeps fp32 copies."""

    @staticmethod
    def forward(ctx, x, weight):
        scale = x.float().pow(2).mean(-1, keepdim=True).rsqrt()
        ctx.save_for_backward(x, weight, scale)
        return x * scale.to(x.dtype) * weight

    @staticmethod
    def backward(ctx, grad):
        x, weight, _ = ctx.saved_tensors
        return grad * weight, (grad * x).sum((0, 1))


def local(tensor):
    return tensor.to_local() if isinstance(tensor, DTensor) else tensor


def held(tensors):
    """Bytes of these tensors; storages that several share count once."""
    storages = {local(tensor).untyped_storage()._cdata: local(tensor).untyped_storage() for tensor in tensors}
    return sum(storage.nbytes() for storage in storages.values())


def loaded(given):
    """The module of a layout's program, changed where fake tensors have no values to look at."""
    module = types.ModuleType("program")
    exec(compile(program.program(given), "program", "exec"), module.__dict__)
    module.DEVICE = "cpu"
    tokens = given["sequence"] // given["cp"]
    module.positions = lambda mesh: torch.arange(tokens)
    module.causal_lower_right = lambda queries, keys: None  # a mask, which no kernel for GPUs makes
    if given["experts"]:  # the same number of rows for each expert
        rows = tokens * given["micro_batch"] * given["top_k"] // given["experts"]
        module.exchanged = lambda sent, group: [[[rows] * (given["experts"] // given["ep"])] * given["ep"]] * 2
    torch.nn.functional.rms_norm = lambda x, shape, weight, eps: FusedNorm.apply(x, weight)
    return module


class Rank:
    """One rank at its work."""

    def __init__(self, given, at, live):
        self.given, self.live, self.module = given, live, loaded(given)
        self.mesh = self.module.Meshes()
        self.parts = [self.module.build(self.mesh, at + given["pp"] * turn) for turn in range(given["stages"])]
        self.outputs, self.kept = [], []

    def start(self):
        for part in self.parts:
            part.to_empty(device="cpu")
            if self.given["tied"] and self.given["pp"] == 1:
                self.module.tie(part)
        named = [pair for part in self.parts for pair in part.named_parameters()]
        self.weights = [parameter for _, parameter in named]
        for parameter in self.weights:
            self.live.see(local(parameter))
        groups = [[one for name, one in named if ("experts" in name) == kind] for kind in (True, False)]
        self.optimizer = torch.optim.AdamW([{"params": group} for group in groups if group], fused=True)

    def input(self, part):
        given, tokens = self.given, self.given["sequence"] // self.given["cp"]
        if part.embedding is not None:
            return torch.empty(given["micro_batch"], tokens, dtype=torch.long)
        shape = given["micro_batch"], tokens // given["tp"], given["hidden"]
        return torch.empty(shape, dtype=torch.bfloat16, requires_grad=True)

    def forward(self):
        for part in self.parts:
            if self.given["pp"] > 1:  # as torch's stages do until the last micro-batch
                part.set_requires_gradient_sync(False)
                part.set_reshard_after_backward(False)
            output, logits = part(self.input(part)), None
            if part.head is not None:
                logits = output if self.given["pp"] > 1 else None  # a stage keeps its output until the backward
                targets = torch.empty(
                    self.given["micro_batch"], self.given["sequence"] // self.given["cp"], dtype=torch.long
                )
                output = self.module.loss_of(output, targets)
            self.outputs.append((output, logits))

    def backward(self, is_last=False):
        for part in self.parts:
            if self.given["pp"] > 1 and is_last:
                part.set_requires_gradient_sync(True)
                part.set_reshard_after_backward(True)
                part.set_is_last_backward(True)
            output, _logits = self.outputs.pop(0)
            output.backward(torch.empty_like(output) if output.dim() else None)

    def add_copies(self):
        """The first and the last stage exchange the gradients of a tied matrix."""
        if self.given["tied"] and self.given["pp"] > 1:
            copy = self.module.copy_of_tied(self.parts, self.mesh)
            if copy is not None:
                self.module.add_other_gradient(copy, self.mesh)

    def step(self, flying):
        """A step in which so many micro-batches are on their way; what the next one keeps is noted on the way."""
        self.live.peak = 0
        for _ in range(flying):
            before = self.live.total()
            self.forward()
            self.kept.append(self.live.total() - before)
        self.backward()
        self.forward()
        while self.outputs:
            self.backward(is_last=len(self.outputs) == len(self.parts))
        self.add_copies()
        gradients = held(parameter.grad for parameter in self.weights)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return gradients


def measured(case):
    """Bytes of a rank: case holds the numbers of the layout as `given`, its place `at` and `flying`."""
    given, at, live = case["given"], case["at"], Live()
    world = given["pp"] * given["dp"] * given["fsdp"] * given["cp"] * given["tp"]
    dist.init_process_group("fake", store=FakeStore(), rank=at * world // given["pp"], world_size=world)
    plain = ShardingPropagator._propagate_tensor_meta_non_cached

    def dry(*args, **kwargs):
        live.is_dry = True
        try:
            return plain(*args, **kwargs)
        finally:
            live.is_dry = False

    ShardingPropagator._propagate_tensor_meta_non_cached = dry
    rank = Rank(given, at, live)
    run = rank.module.loss_parallel()(rank.step) if given["tp"] > 1 else rank.step
    with FakeTensorMode(allow_non_fake_inputs=True), live:
        rank.start()
        run(1)
        gradients = run(case["flying"])  # in the second step Adam has its state
    states = [value for state in rank.optimizer.state.values() for value in state.values() if value.dim()]
    found = {"weights": held(rank.weights), "optimizer": held(states), "gradients": gradients}
    # A pipeline gathers the weights in the first forward, and keeps them.
    return {**found, "kept": rank.kept[-1], "total": live.peak}


def main():
    """Read cases from standard input, one JSON a line, and print what each holds. A process each: DTensor remembers meshes."""
    cases = [json.loads(line) for line in sys.stdin]
    with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        for found in pool.imap(measured, cases, chunksize=1):
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
