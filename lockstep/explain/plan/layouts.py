"""Which layouts there are for a model on a number of GPUs, what does not divide in one, and the ones that fit, fastest first."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping

from lockstep.explain.plan.estimate import Estimate, estimate, fullest, reached

NAMES = ("pp", "stages", "dp", "fsdp", "cp", "tp", "ep", "micro_batch", "recompute")  # of a layout, the outermost first
ALIKE = 1.1  # steps by which two layouts must differ to be told apart
FIT = 0.9  # of a GPU's memory; the rest is for the allocator, NCCL and the CUDA context
LARGEST = {
    "micro_batch": 4,
    "stages": 4,
    "pp": 64,
    "tokens": 4096,
}  # what is tried; cp cuts a sequence down to `tokens`
Layout = dict[str, int]


@dataclasses.dataclass(frozen=True)
class Plan:
    """A layout that fits, and its numbers."""

    layout: Layout
    estimate: Estimate


def faults(job: Mapping[str, float], layout: Mapping[str, int]) -> list[str]:
    """What is wrong with a layout, each in a sentence; nothing where it can run."""
    at = {**job, **layout}
    product = at["pp"] * at["dp"] * at["fsdp"] * at["cp"] * at["tp"]
    product_of = " · ".join(f"{layout[name]:,}" for name in ("pp", "dp", "fsdp", "cp", "tp"))
    shards, parts = at["fsdp"] * at["cp"], at["pp"] * at["stages"]
    readers = at["dp"] * at["fsdp"] * at["micro_batch"]
    checks = (
        (product != at["gpus"], f"pp · dp · fsdp · cp · tp is {product_of} = {product:,}, and there are {at['gpus']:,.0f} GPUs."),
        (at["heads"] % at["tp"] or at["kv_heads"] % at["tp"], f"{at['heads']:.0f} heads and {at['kv_heads']:.0f} key heads do not divide by tp {layout['tp']}."),
        (at["ffn"] % at["tp"] or at["vocabulary"] % at["tp"], f"The MLP of {at['ffn']:,.0f} or the vocabulary of {at['vocabulary']:,.0f} does not divide by tp {layout['tp']}."),
        (at["experts"] and at["tp"] > 1, "This planner has no program that cuts experts by tp: take tp 1, and ep."),
        (at["sequence"] % (2 * at["cp"]) and at["cp"] > 1, f"{at['sequence']:,.0f} tokens do not divide into two stretches for each of cp {layout['cp']}."),
        (at["sequence"] // at["cp"] % at["tp"], f"{at['sequence'] // at['cp']:,.0f} tokens of a rank do not divide by tp {layout['tp']}."),
        (at["layers"] < parts, f"{at['layers']:.0f} layers are fewer than {parts} stages."),
        (at["stages"] > 1 and at["pp"] == 1, "Without a pipeline there is one stage on a rank."),
        (at["ep"] > 1 and not at["experts"], "The model has no experts for ep."),
        (at["experts"] and at["experts"] % at["ep"], f"{at['experts']:.0f} experts do not divide by ep {layout['ep']}."),
        (shards % at["ep"], f"fsdp · cp is {shards}, which does not divide by ep {layout['ep']}."),
        (at["batch"] % readers, f"A batch of {at['batch']:,.0f} does not divide by dp · fsdp · micro-batch, {readers:,}."),
        (at["batch"] % readers == 0 and at["pp"] > 1 and not rounds(at["batch"] / readers, at["pp"], at["stages"]), f"{at['batch'] / readers:,.0f} micro-batches are too few for a pipeline of {layout['pp']}, or do not divide into its rounds."),
    )  # fmt: skip
    return [text for wrong, text in checks if wrong]


def rounds(micro_batches: float, pp: int, stages: int) -> bool:
    """Whether a pipeline can run them: at least one for each rank, and if interleaved, a multiple of the rounds."""
    return micro_batches >= pp and (stages == 1 or micro_batches % (micro_batches // pp) == 0)


def powers(largest: float) -> list[int]:
    """1, 2, 4 and so on, up to a number."""
    return [2**at for at in range(40) if 2**at <= largest]


def candidates(job: Mapping[str, float]) -> Iterator[Layout]:
    """All layouts that are tried and can run."""
    gpus, host = int(job["gpus"]), int(job["per_host"])
    for tp in powers(1 if job["experts"] else min(host, gpus)):
        for cp in powers(job["sequence"] / LARGEST["tokens"]):
            for pp in powers(min(LARGEST["pp"], job["layers"])):
                rest = gpus // (tp * cp * pp)
                if rest * tp * cp * pp == gpus:
                    yield from _with(job, Layout(pp=pp, cp=cp, tp=tp), rest)


def _with(job: Mapping[str, float], fixed: Layout, rest: int) -> Iterator[Layout]:
    """All layouts with these pp, cp and tp."""
    host = max(1, int(job["per_host"]) // fixed["tp"])
    shards = dict.fromkeys((rest, *(size for size in (host, 8 * host) if size < rest and rest % size == 0)))
    experts = [ep for ep in powers(job["experts"] or 1) if not job["experts"] or job["experts"] % ep == 0]
    for fsdp in shards:
        for stages in powers(LARGEST["stages"] if fixed["pp"] > 1 else 1):
            for ep in experts:
                for micro_batch in powers(LARGEST["micro_batch"]):
                    for recompute in (0, 1):
                        found = {**fixed, "stages": stages, "dp": rest // fsdp, "fsdp": fsdp, "ep": ep}
                        found |= {"micro_batch": micro_batch, "recompute": recompute}
                        if not faults(job, found):
                            yield {name: found[name] for name in NAMES}


def plans(job: Mapping[str, float], limit: int = 8) -> tuple[list[Plan], Plan | None]:
    """The fastest layouts that fit, one for each pp, cp, tp and ep; and the smallest of all, where none fits.

    Steps that differ by less than a tenth cannot be told apart. Of those the layout with fewer kinds of splits stands first.

    Args:
        job: the model, the job and the cluster, by the names that `formulas.toml` lists.
        limit: how many.
    """
    best, smallest = dict[tuple[int, ...], Plan](), None
    ready = {**job, "efficiency": job.get("efficiency") or reached(job)}
    for layout in candidates(job):
        held = fullest({**ready, **layout})[1]["total"]
        if held > FIT * job["memory"] and smallest and held >= smallest.estimate.memory["total"]:
            continue
        plan = Plan(layout, estimate({**ready, **layout}))
        if held > FIT * job["memory"]:
            smallest = plan
            continue
        kind = tuple(layout[name] for name in ("pp", "cp", "tp", "ep"))
        if kind not in best or plan.estimate.time["step"] < best[kind].estimate.time["step"]:
            best[kind] = plan
    fastest = min((plan.estimate.time["step"] for plan in best.values()), default=1.0)
    found = sorted(best.values(), key=lambda plan: _order(plan, fastest))
    return found[:limit], None if found else smallest


def _order(plan: Plan, fastest: float) -> tuple[float, ...]:
    step = plan.estimate.time["step"]
    splits = sum(plan.layout[name] > 1 for name in ("pp", "cp", "tp", "ep"))
    return math.floor(math.log(step / fastest) / math.log(ALIKE)), splits, step
