"""The `planner-table` fence: what the planner is held against. Its one line is `runs` or `memory`.

`runs` are those that others have published, and `memory` is what torch allocated when the program of a layout ran with
some of its layers on fake tensors.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from lockstep.explain.plan import counted, presets, runs
from lockstep.explain.plan.report import GIB, either
from lockstep.markdown.conversion import Conversion
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem, did_you_mean

_ROLES = {  # the heading of a table, by role
    "held out": "Runs that no constant was fitted to",
    "fitted": "Runs that the two constants were fitted to",
    "outside": "Runs that the planner misses",
}
_SHOWN = ("pp", "stages", "dp", "fsdp", "cp", "tp", "ep", "micro_batch", "recompute")
_PARTS = {
    "weights": "weights",
    "optimizer": "Adam",
    "gradients": "gradients",
    "kept": "one micro-batch",
    "received": "receive buffers",
    "total": "peak",
}
_SLASH = "\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}"


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """A `planner-table` fence as Markdown tables.

    Raises:
        LockstepError: its line names no table.
    """
    return ["", *lines(conversion.path, fence), ""]


def lines(path: str, fence: Fence) -> list[str]:
    """The lines of the table that a fence names.

    Raises:
        LockstepError: its line names no table.
    """
    name = " ".join(fence.body).strip()
    if name not in TABLES:
        what = f"planner-table: {name!r} is no table."
        raise LockstepError([Problem(path, fence.line + 1, what, did_you_mean(name, TABLES))])
    return TABLES[name]()


def _runs() -> list[str]:
    found = list[str]()
    for role, title in _ROLES.items():
        rows = [_run(one) for one in runs.runs() if one.role == role]
        found += [f"**{title}**", "", *_table(("run", "layout", "measured, s", "planned, s", "ratio"), rows), ""]
    return found


def _run(one: runs.Run) -> tuple[str, ...]:
    note = f" {one.note}" if one.note else ""
    gpus = f"{either(one.open('gpus'))} × {presets.clusters()[one.cluster].title.split()[0]}"
    return (
        Markup("{}, {}<br><small>{}.{}</small>").format(one.title, gpus, one.source, note),
        _layout(one.values),
        runs.between(one.measured()),
        runs.between(one.planned()),
        f"**{runs.between(one.ratio(), 2)}**",
    )


def _layout(values: dict[str, int | list[int]]) -> str:
    found = []
    for name in _SHOWN:
        value = values[name]
        if isinstance(value, list):
            found.append(f"{name} {either(value)}")
        elif value > (name != "recompute"):
            found.append("recompute" if name == "recompute" else f"{name.replace('_', '-')} {value:,}")
    return " · ".join(found)


def _memory() -> list[str]:
    rows = []
    for case in counted.cases():
        says = case.planned()
        pairs = {part: [f"{held[part] / GIB:.1f}" for held in (says, case.counted)] for part in _PARTS}
        if case.given["pp"] > 1:  # they are whole until the last micro-batch, and what is counted is left after it
            pairs["gradients"][1] = "–"
        rows.append((case.title(), *map(_SLASH.join, pairs.values())))
    return _table(("rank", *_PARTS.values()), rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows)]


TABLES = {"runs": _runs, "memory": _memory}
