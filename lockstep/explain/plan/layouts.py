"""Which layouts there are for a model on a number of GPUs, and those that fit, in an order."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping

from lockstep.explain.plan.estimate import Estimate, estimate, fullest, of_model, reached
from lockstep.explain.plan.rules import can_run

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


def powers(largest: float) -> list[int]:
    """1, 2, 4 and so on, up to a number."""
    return [2**at for at in range(40) if 2**at <= largest]


def candidates(job: Mapping[str, float]) -> Iterator[Layout]:
    """All layouts that are tried and can run."""
    gpus, host = int(job["gpus"]), int(job["per_host"])
    for tp in powers(1 if job["experts"] else min(host, gpus)):
        for cp in powers(max(1, job["sequence"] / LARGEST["tokens"])):
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
                        if can_run({**job, **found}):
                            yield {name: found[name] for name in NAMES}


def plans(job: Mapping[str, float], limit: int = 8) -> tuple[list[Plan], Plan | None]:
    """The fastest layouts that fit, one for each pp, cp, tp and ep; and the smallest of all, where none fits.

    The estimate cannot tell two step times apart that differ by less than 10 %. So the fastest layout and all within
    10 % come first, those with the fewest splits at the top; then the next 10 %.

    Args:
        job: the model, the job and the cluster, by the names that `formulas.toml` lists.
        limit: how many.
    """
    best, smallest = dict[tuple[int, ...], Plan](), None
    ready = {"efficiency": reached(job), **of_model(job)}
    for layout in candidates(job):
        most = fullest({**ready, **layout})
        held = most[1]["total"]
        if held > FIT * job["memory"] and smallest and held >= smallest.estimate.memory["total"]:
            continue
        plan = Plan(layout, estimate({**ready, **layout}, most))
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
