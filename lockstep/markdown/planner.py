"""The `planner` fence: a model, a cluster and a job give the layouts that fit. Without a script: worked examples.

`lockstep/explain/plan/` computes. `docs/assets/planner.js` computes the same from the data of `script()`, which
`lockstep/site/tool_data.py` writes. All fields are in the page, so that nothing moves when the script loads.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from lockstep.explain.plan import estimate, layouts, presets, program, report, rules, runs
from lockstep.explain.plan.layouts import Plan
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project

ID = "plan"
GIB = 2**30


class Field(NamedTuple):
    """A number that a reader types."""

    name: str
    label: str
    unit: str
    least: float
    most: float
    scale: float = 1.0  # what one of the unit is in the formulas; a field with one takes no whole number alone
    is_whole: bool = True


JOB = (
    Field("gpus", "GPUs", "", 1, 1_000_000),
    Field("sequence", "Sequence", "tokens", 1, 4_194_304),
    Field("batch", "Batch", "sequences a step", 1, 1_000_000),
)
MODEL = (
    Field("layers", "Layers", "", 1, 1_000),
    Field("hidden", "Hidden size", "", 1, 1_000_000),
    Field("heads", "Heads", "", 1, 10_000),
    Field("kv_heads", "Key heads", "", 1, 10_000),
    Field("head_dim", "Size of a head", "", 1, 10_000),
    Field("ffn", "Size of the MLP", "", 0, 1_000_000),
    Field("vocabulary", "Vocabulary", "tokens", 1, 10_000_000),
    Field("experts", "Experts in a layer", "", 0, 10_000),
    Field("top_k", "Experts of a token", "", 0, 10_000),
    Field("expert_ffn", "Size of an expert", "", 0, 1_000_000),
    Field("dense", "An MLP for all tokens", "1 or 0", 0, 1),
    Field("first_layers", "First layers without experts", "", 0, 1_000),
    Field("first_ffn", "MLP of the first layers", "", 0, 1_000_000),
    Field("norms", "Norms of queries and keys", "0, 1 or 2", 0, 2),
    Field("kv_rank", "Latent of keys and values", "0: none", 0, 100_000),
    Field("q_rank", "Latent of queries", "0: none", 0, 100_000),
    Field("rope_dim", "Position in a latent key", "", 0, 10_000),
    Field("tied", "Head tied to the embedding", "1 or 0", 0, 1),
)
CLUSTER = (
    Field("per_host", "GPUs in a host", "", 1, 1_024),
    Field("memory", "Memory of a GPU", "GB", 1, 100_000, 1e9),
    Field("flops", "Arithmetic in bf16", "TFLOP/s", 1, 1_000_000, 1e12),
    Field("fp8", "Speed of matrices in fp8", "1: all in bf16", 1, 4, is_whole=False),
    Field("overlap", "Exchange of ep beside computing", "0 to 1", 0, 1, is_whole=False),
    Field("inside", "Link in a host", "GB/s", 0.1, 100_000, 1e9),
    Field("between", "Link of a GPU between hosts", "GB/s", 0.1, 100_000, 1e9),
)
START: Mapping[str, Any] = {"model": "llama-3-70b", "cluster": "h100", "gpus": 256, "sequence": 8192, "batch": 512}
EXAMPLES: tuple[Mapping[str, Any], ...] = (
    {"model": "llama-3-8b", "cluster": "h100", "gpus": 8, "sequence": 8192, "batch": 64},
    START,
    {"model": "qwen3-30b-a3b", "cluster": "h100", "gpus": 64, "sequence": 4096, "batch": 512},
)
PARTS = {
    "weights": "Weights, fp32",
    "optimizer": "Both moments of Adam, fp32",
    "gradients": "Gradients, fp32",
    "activations": "Activations that wait for backward",
    "received": "Receive buffers of a pipeline, bf16",
    "gathered": "Whole weights of a pipeline stage, bf16",
    "buffers": "The layer at work, or the logits",
}
TIMES = {
    "compute": "Computing",
    "tp": "Waiting for tp",
    "cp": "Waiting for cp",
    "ep": "Waiting for ep",
    "bubble": "Bubble of the pipeline",
    "exposed": "FSDP that no computing hides",
}


def problems(project: Project) -> list[Problem]:
    """What is wrong with the planner fences of a project."""
    return [wrong for path, fence in project.blocks("planner") for wrong in fence.without_lines(path)]


def html(project: Project, path: str, fence: Fence) -> Markup:
    """Render one fence. `path` is its page.

    Raises:
        LockstepError: something is wrong with it.
    """
    if wrong := fence.without_lines(path):
        raise LockstepError(wrong)
    return Markup(  # in a <div>, because Markdown puts unknown elements into a paragraph
        '<div><ls-planner id="{id}" role="group" aria-label="Planner" data-search-exclude>'
        "{form}{found}{cases}</ls-planner></div>"
    ).format(id=ID, form=_form(), found=_FOUND, cases=_cases())


def known() -> dict[str, Any]:
    """All that the script of the page computes from."""
    return {
        "programs": estimate.programs(),
        "rules": [dataclasses.asdict(rule) for rule in rules.rules()],
        "models": _presets(presets.models()),
        "clusters": _presets(presets.clusters()),
        "template": program.template(),
        "names": layouts.NAMES,
        "parts": estimate.PARTS,
        "alike": layouts.ALIKE,
        "fit": layouts.FIT,
        "largest": layouts.LARGEST,
        "range": runs.RANGE,
        "words": {"parts": PARTS, "times": TIMES},
        "advice": report.ADVICE,
    }


def script() -> str:
    """The same as a script, which loads over file:// too."""
    data = json.dumps(known(), ensure_ascii=False, separators=(",", ":"))
    return f"(globalThis.Lockstep ??= {{}}).planner = {data};\n"


def _presets(kind: Mapping[str, presets.Preset]) -> dict[str, dict[str, Any]]:
    return {name: {"title": preset.title, "values": preset.values} for name, preset in kind.items()}


# The form. What it finds stands below it, in places that are there from the first paint.
_FOUND = Markup("""\
<p class="ls-plan-said" role="status"></p>
<div class="ls-plan-table"></div>
<div class="ls-plan-one"></div>
""")
_OWN = Markup("""\
<div class="ls-plan-row"><label class="ls-plan-own"><span id="ls-plan-own">A layout of your own</span>\
<input name="layout" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" \
placeholder="pp=16 tp=8 fsdp=2" aria-labelledby="ls-plan-own" aria-describedby="ls-plan-faults"></label>
<button type="button" class="ls-button">Copy link</button><button type="reset" class="ls-button">Reset</button>\
<span role="status"></span></div>
<div id="ls-plan-faults" role="status"></div>
""")


def _form() -> Markup:
    chosen = job(START)
    main = Markup("").join(
        [
            _choice("model", "Model", presets.models(), "A model of my own"),
            _choice("cluster", "Cluster", presets.clusters(), "GPUs of my own"),
            *(_number(field, chosen) for field in JOB),
        ]
    )
    more = _more("model", "Numbers of the model", MODEL, chosen) + _more(
        "cluster", "Numbers of the GPUs", CLUSTER, chosen
    )
    form = Markup('<form novalidate><div class="ls-plan-fields ls-plan-main">{}</div>{}{}</form>')
    return form.format(main, more, _OWN)


def _choice(name: str, label: str, kind: Mapping[str, presets.Preset], own: str) -> Markup:
    option = Markup('<option value="{}"{}>{}</option>')
    pairs = [*((preset.name, preset.title) for preset in kind.values()), ("own", own)]
    options = Markup("").join(
        option.format(value, Markup(" selected") if value == START[name] else "", title) for value, title in pairs
    )
    select = Markup(
        '<label><span id="ls-plan-{}">{}</span><select name="{}" aria-labelledby="ls-plan-{}">{}</select></label>'
    )
    return select.format(name, label, name, name, options)


def _number(field: Field, values: Mapping[str, float]) -> Markup:
    return Markup(
        '<label><span id="ls-plan-{name}">{label}{unit}</span>'
        '<input type="number" name="{name}" value="{value:.12g}" min="{least:g}" max="{most:.0f}" step="{step}" '
        'data-scale="{scale:.0f}" required aria-labelledby="ls-plan-{name}" aria-describedby="ls-plan-{name}-hint">'
        '<small id="ls-plan-{name}-hint"></small></label>'
    ).format(
        name=field.name,
        label=field.label,
        unit=Markup(" <small>{}</small>").format(field.unit) if field.unit else "",
        value=values[field.name] / field.scale,
        least=field.least,
        most=field.most,
        step="any" if field.scale > 1 or not field.is_whole else "1",
        scale=field.scale,
    )


def _more(name: str, title: str, fields: tuple[Field, ...], values: Mapping[str, float]) -> Markup:
    numbers = Markup("").join(_number(field, values) for field in fields)
    box = Markup(
        '<details class="ls-plan-more" data-of="{}"><summary>{}</summary><div class="ls-plan-fields">{}</div></details>'
    )
    return box.format(name, title, numbers)


def job(example: Mapping[str, Any]) -> dict[str, float]:
    """The numbers of an example: its model, its cluster and the rest."""
    rest = {field.name: example[field.name] for field in JOB}
    return {**presets.models()[example["model"]].values, **presets.clusters()[example["cluster"]].values, **rest}


def _cases() -> Markup:
    """The examples as a table, one column each."""
    columns = [list(_column(example)) for example in EXAMPLES]
    row = Markup('<tr><th scope="row">{}</th>{}</tr>')
    rows = Markup("").join(
        row.format(cells[0][0], Markup("").join(Markup("<td>{}</td>").format(text) for _, text in cells))
        for cells in zip(*columns, strict=True)
    )
    return Markup(
        '<details class="ls-plan-cases" open><summary>Three examples, each with the layout that stands first</summary>'
        "<table>{}</table></details>"
    ).format(rows)


def _column(example: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = job(example)
    found, smallest = layouts.plans(given, 1)
    plan = found[0] if found else smallest
    if plan is None:
        raise ValueError(f"no layout can run {example}")
    yield "Model", presets.models()[example["model"]].title
    yield "Cluster", presets.clusters()[example["cluster"]].title
    for field in JOB:
        yield f"{field.label}, {field.unit}".rstrip(", "), f"{example[field.name]:,}"
    yield "Layout", short(plan.layout)
    for name, words in PARTS.items():
        yield words, f"{plan.estimate.memory[name] / GIB:.1f} GiB"
    yield "Together, on the fullest rank", f"{plan.estimate.memory['total'] / GIB:.1f} GiB"
    yield "To be used of a GPU", f"{layouts.FIT * given['memory'] / GIB:.1f} GiB"
    yield "A step", _seconds(plan)
    speed = given["batch"] * given["sequence"] / plan.estimate.time["step"] / given["gpus"]
    yield "Tokens a second and GPU", f"{speed:,.0f}"


def short(layout: Mapping[str, int]) -> str:
    """A layout without what is 1, or 0 for recompute: `tp=8 fsdp=2`."""
    told = [f"{name}={size}" for name, size in layout.items() if size != (0 if name == "recompute" else 1)]
    return " ".join(told) or "pp=1"


def _seconds(plan: Plan) -> str:
    low, high = runs.RANGE
    step = plan.estimate.time["step"]
    return f"{three_digits(step)} s ({three_digits(step * low)} to {three_digits(step * high)})"


def three_digits(value: float) -> str:
    """A number as the script of the page writes it: `13.0`, `0.0123`, `12,346`."""
    return f"{value:,.0f}" if value >= 1000 else f"{value:#.3g}".rstrip(".")
