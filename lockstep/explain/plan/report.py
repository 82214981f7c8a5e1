"""Plans as text: a table of layouts, the memory of one by part, its step, and published runs beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from lockstep.explain.plan import runs
from lockstep.explain.plan.estimate import PARTS, Estimate
from lockstep.explain.plan.layouts import FIT, NAMES, Plan
from lockstep.explain.table import aligned

GIB = 2**30
_ORDER = """\
The fastest layout and all within 10 % come first, those with the fewest splits at the top; then the next 10 %. Splits
are pp, cp, tp and ep above 1. Each row is the fastest for its pp, cp, tp and ep. stages: of each rank of the pipeline;
above 1 the schedule is interleaved 1F1B. recompute: 1 where a layer keeps only its input. In brackets: the range of the
tuned runs that the estimate was fitted to. A first run is often slower."""
_ROLES = """\
The ratio is measured over planned. held out: no constant was fitted to it; fitted: two constants were, the same for all
rows; outside: the planner misses it. Where a source leaves something open, both ends stand."""
# What to do where nothing fits: the first if the GPUs are too few for 16 bytes of each parameter.
ADVICE = (
    "Weights, gradients and moments alone fill {} GPUs: take more.",
    "Take more GPUs, or shorter sequences.",
)
WORDS = {  # what a part of the memory is
    "weights": "weights in fp32, the shard of this rank",
    "optimizer": "both moments of Adam",
    "gradients": "gradients in fp32",
    "activations": "what backward needs of the micro-batches on their way",
    "received": "receive buffers of a pipeline, for all micro-batches of a step",
    "gathered": "weights in bf16 that a pipeline keeps whole",
    "buffers": "the layer at work, or the logits and their gradients",
}


def as_text(job: Mapping[str, float], found: Sequence[Plan], smallest: Plan | None) -> str:
    """All that there is to say of the layouts for a job, in lines for a terminal."""
    if found:
        return "\n\n".join([table(job, found), _ORDER, "The first of them. " + parts(job, found[0].estimate)])
    if smallest is None:
        return "No layout that is tried can run. What keeps FSDP alone from it:"
    lacks = (smallest.estimate.memory["total"] - FIT * job["memory"]) / GIB
    head = f"Nothing fits. {advice(job, smallest)} The smallest layout takes {lacks:.1f} GiB too many:"
    return "\n\n".join([head, table(job, [smallest]), parts(job, smallest.estimate)])


def advice(job: Mapping[str, float], smallest: Plan) -> str:
    """What to do where not even the smallest layout fits."""
    filled = math.ceil(16 * smallest.estimate.model["parameters"] / (FIT * job["memory"]))
    return ADVICE[filled <= job["gpus"]].format(f"{filled:,}")


def table(job: Mapping[str, float], found: Sequence[Plan]) -> str:
    """A row for each layout."""
    rows = [(*(name.replace("_", " ") for name in NAMES), "GiB", "s / step", "tokens / s / GPU")]
    for plan in found:
        step = plan.estimate.time["step"]
        speed = job["batch"] * job["sequence"] / step / job["gpus"]
        values = (str(plan.layout[name]) for name in NAMES)
        rows.append((*values, f"{plan.estimate.memory['total'] / GIB:.1f}", seconds(step), f"{speed:,.0f}"))
    return aligned(rows)


def seconds(step: float) -> str:
    """A step time with its error: the range in which the runs lie that the constants were fitted to."""
    low, high = runs.RANGE
    return f"{_short(step)} ({_short(step * low)} to {_short(step * high)})"


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def parts(job: Mapping[str, float], estimate: Estimate) -> str:
    """The memory of the fullest rank by part, and what a step is made of."""
    memory = estimate.memory
    where = (
        f"The fullest rank is in place {estimate.rank} of the pipeline. It holds"
        if job.get("pp", 1) > 1
        else "A rank holds"
    )
    head = f"{where} {memory['total'] / GIB:.1f} GiB of {FIT * job['memory'] / GIB:.1f} that may be used:"
    rows = [(f"{memory[name] / GIB:.1f} GiB", name, WORDS[name]) for name in PARTS if memory[name]]
    return "\n".join([head, aligned(rows), "", f"A step: {shares(estimate.time)}."])


def shares(time: Mapping[str, float]) -> str:
    """What a step is made of, in percent of it."""
    count = time["computed"] / time["compute"]
    made = {
        "computing": time["computed"],
        "waiting for tp": count * time["tp_time"],
        "for cp": count * time["cp_time"],
        "for ep": count * time["ep_time"],
        "bubble": count * time["one"] * time["bubble"],
        "FSDP that nothing hides": time["exposed"],
    }
    return ", ".join(
        f"{name} {value / time['step']:.0%}" for name, value in made.items() if value / time["step"] >= 0.005
    )


def either(values: Sequence[float]) -> str:
    """A number, or both ends of one: `8 or 512`."""
    return " or ".join(f"{value:,}" for value in values)


def of_runs() -> str:
    """A row for each published run: measured, planned, and the one over the other; below it the notes."""
    rows = [("", "run", "GPUs", "measured, s", "planned, s", "ratio")]
    for run in runs.runs():
        numbers = (runs.between(run.measured()), runs.between(run.planned()), runs.between(run.ratio(), 2))
        rows.append((run.role, run.title, f"{either(run.open('gpus'))} {run.cluster.upper()}", *numbers))
    notes = [f"{run.title}: {run.note}" for run in runs.runs() if run.note]
    return "\n".join([aligned(rows), "", _ROLES, *notes])
