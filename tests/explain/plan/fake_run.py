"""Run the program of a layout at its real size, on fake tensors and a fake process group, and count the bytes of one rank.

The program is the one that a reader gets: torch's own parallelize_module, fully_shard, PipelineStage, schedules, Adam and
autograd allocate. Each storage that they make is counted until it is freed or resized to nothing. A pipeline runs a step
of its schedule with all micro-batches; only what a stage tells its neighbours of shapes is given here, since no
neighbour answers.
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
from torch.distributed.pipelining import PipelineStage, schedules
from torch.distributed.pipelining._utils import InferenceMode
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
        self.given, self.at, self.live, self.module = given, at, live, loaded(given)
        self.mesh = self.module.Meshes()
        self.parts = [self.module.build(self.mesh, at + given["pp"] * turn) for turn in range(given["stages"])]
        self.kept, self.stages = [], []

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
        self.run = self.schedule() if self.given["pp"] > 1 else None

    def tokens(self, sequences):
        """Numbers of words, for inputs and for targets."""
        return torch.zeros(sequences, self.given["sequence"] // self.given["cp"], dtype=torch.long)

    def alone(self):
        """One micro-batch without a pipeline."""
        before = self.live.total()
        [part] = self.parts
        loss = self.module.loss_of(part(self.tokens(self.given["micro_batch"])), self.tokens(self.given["micro_batch"]))
        self.kept.append(self.live.total() - before)
        loss.backward()

    def schedule(self):
        """The schedule of the program, with its stages. They know the shapes that they would tell each other."""
        given, sequences = self.given, self.given["batch"] // self.given["dp"] // self.given["fsdp"]
        between = torch.empty(
            given["micro_batch"],
            given["sequence"] // given["cp"] // given["tp"],
            given["hidden"],
            dtype=torch.bfloat16,
            requires_grad=True,
        )
        group, count = self.mesh.shards.get_group("pp"), given["pp"] * given["stages"]
        stages = [
            PipelineStage(part, at, count, torch.device("cpu"), input_args=between, output_args=between, group=group)
            for part, at in zip(self.parts, range(self.at, count, given["pp"]), strict=True)
        ]
        kind = self.module.ScheduleInterleaved1F1B if given["stages"] > 1 else self.module.Schedule1F1B
        micro_batches = sequences // given["micro_batch"]
        made = kind(stages if given["stages"] > 1 else stages[0], micro_batches, loss_fn=self.module.loss_of)
        self.stages = stages
        self.note_what_is_kept(made, stages)
        return made

    def received(self):
        """Bytes of the receive buffers of all stages."""
        told = [
            info
            for stage in self.stages
            for one in (stage.args_recv_info, stage.grad_recv_info)
            for info in one.values()
        ]
        return held(info.buffer for infos in told for info in infos if info.buffer is not None)

    def note_what_is_kept(self, schedule, stages):
        """After each forward and its loss: what they have left for the backward."""
        before, plain = [], schedule._maybe_compute_loss

        def compute_loss(*args):
            plain(*args)
            self.kept.append(self.live.total() - before.pop())

        schedule._maybe_compute_loss = compute_loss
        for stage in stages:

            def forward(*args, run=stage.forward_one_chunk, **kwargs):
                before.append(self.live.total())
                return run(*args, **kwargs)

            stage.forward_one_chunk = forward

    def pipeline(self):
        """All micro-batches of a step, as the program runs them."""
        sequences = self.given["batch"] // self.given["dp"] // self.given["fsdp"]
        first = (self.tokens(sequences),) if self.at == 0 else ()
        last = {"target": self.tokens(sequences), "losses": []} if self.at == self.given["pp"] - 1 else {}
        self.run.step(*first, **last, return_outputs=False)

    def add_copies(self):
        """The first and the last stage exchange the gradients of a tied matrix."""
        if self.given["tied"] and self.given["pp"] > 1:
            copy = self.module.copy_of_tied(self.parts, self.mesh)
            if copy is not None:
                self.module.add_other_gradient(copy, self.mesh)

    def step(self):
        """A step of all micro-batches, or of two where there is no pipeline, since each is like the one before."""
        self.live.peak = 0
        self.kept.clear()
        if self.given["pp"] > 1:
            self.pipeline()
        else:
            self.alone()
            self.alone()
        self.add_copies()
        gradients = held(parameter.grad for parameter in self.weights)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return gradients


def without_neighbours(schedule, stages, has_backward, p2p_done):
    """In place of the vote in which all ranks agree that they know their shapes."""
    for stage in stages:
        stage._inference_mode = InferenceMode.STATIC


def measured(case):
    """Bytes of a rank: case holds the numbers of the layout as `given`, its place `at`, and the micro-batches `flying`."""
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
    schedules._PipelineSchedule._warmup_p2p = without_neighbours
    rank = Rank(given, at, live)
    run = rank.module.loss_parallel()(rank.step) if given["tp"] > 1 else rank.step
    with FakeTensorMode(allow_non_fake_inputs=True), live:
        rank.start()
        run()
        gradients = run()  # in the second step Adam has its state
    states = [value for state in rank.optimizer.state.values() for value in state.values() if value.dim()]
    found = {"weights": held(rank.weights), "optimizer": held(states), "gradients": gradients}
    found["received"] = rank.received()
    # A pipeline gathers the weights in the first forward, and keeps them. The last of those on their way has no part in it.
    return {**found, "kept": rank.kept[int(case["flying"]) - 1], "total": live.peak}


def main():
    """Read cases from standard input, one JSON a line, and print what each holds. A process each: DTensor remembers meshes."""
    cases = [json.loads(line) for line in sys.stdin]
    with multiprocessing.get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        for found in pool.imap(measured, cases, chunksize=1):
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
