"""The `figure` fence: a drawing that the reader steps through with radio buttons, so without a script.

What it shows comes from records wherever there are some: a fence names them, and a drawing gets nothing else.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from html import escape

from lockstep.drawings.canvas import MOST_STEPS, BadDrawing, Canvas
from lockstep.drawings.catalogue import DRAWINGS
from lockstep.markdown.formatter import formatter, refuse
from lockstep.markdown.inline import inline, no_links
from lockstep.page import Fence
from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project, find_root
from lockstep.question import bank, yaml_lines
from lockstep.question.fields import Fields
from lockstep.question.yaml_lines import Found
from lockstep.record.record import Record

KEYS = ("draw", "data", "source", "still", "alt", "steps")


@dataclass(frozen=True)
class Figure:
    """What a fence asks for. `steps` are texts; `source` says where a drawing without records comes from."""

    draw: str
    data: tuple[str, ...]
    source: str
    still: int
    alt: str
    steps: tuple[str, ...]


def problems(project: Project) -> list[Problem]:
    """What is wrong with the figures of a project."""
    found = []
    for path, block in project.blocks("figure"):
        wrong = list[Found]()
        _canvas(project, block, wrong)
        found += [Problem(path, block.line + 1 + at, f"figure: {what}", todo) for at, what, todo in wrong]
    return found


@formatter
def figure(source: str) -> str:
    """Render one fence.

    Raises:
        SuperFencesException: something is wrong with it.
    """
    found = list[Found]()
    drawn = _canvas(Project(find_root()), Fence(0, "figure", tuple(source.split("\n"))), found)
    refuse(found, "figure")
    return _html(*drawn) if drawn else ""


def _canvas(project: Project, block: Fence, found: list[Found]) -> tuple[Figure, Canvas] | None:
    """What a fence asks for and its drawing; None where something is wrong, which is added to `found`."""
    asked = _read(block, found)
    records = _records(project, asked, block, found)
    if found or not asked.draw:
        return None
    try:
        canvas = DRAWINGS[asked.draw](records)
    except BadDrawing as error:
        found.append((0, f"{asked.draw}: {error}.", "Mend the drawing."))
        return None
    if canvas.steps != len(asked.steps):
        what = f"{asked.draw} has {canvas.steps} steps, and {len(asked.steps)} are told."
        found.append((0, what, "Tell each step."))
    return dataclasses.replace(asked, data=tuple(name for name in asked.data if name in records)), canvas


def _read(block: Fence, found: list[Found]) -> Figure:
    table = yaml_lines.parse(block.body, found)
    fields = Fields(table, found)
    for key in table:
        if key not in KEYS:
            fields.problem(table.lines[key], f"a figure has no key {key!r}.", did_you_mean(key, KEYS))
    for key in ("alt", "steps"):
        if table and key not in table:
            fields.problem(table.line, f"{key!r} is missing.", f"Add '{key}:'.")
    steps = fields.texts("steps")
    if len(steps) > MOST_STEPS:
        fields.problem(table.lines["steps"], f"has {len(steps)} steps.", f"Take {MOST_STEPS} at most.")
    no_links(steps, table.lines.get("steps", 0), found)
    still = fields.text("still") or str(len(steps))
    if not still.isdigit() or (steps and not 1 <= int(still) <= len(steps)):
        fields.problem(table.lines["still"], f"there is no step {still!r}.", "Name the step that paper shows.")
        still = "0"
    draw = fields.one_of("draw", sorted(DRAWINGS)) if table else ""
    if table and ("data" in table) == ("source" in table):
        fields.problem(
            table.line, "has not one of 'data' and 'source'.", "Name the snippets it is drawn from, or say what from."
        )
    alt = " ".join(fields.text("alt").split())
    return Figure(draw, fields.texts("data"), fields.text("source"), int(still), alt, steps)


def _records(project: Project, asked: Figure, block: Fence, found: list[Found]) -> dict[str, Record]:
    records = {}
    for name in asked.data:
        line = next(number for number, text in enumerate(block.body) if name in text)
        one = project.find(name)
        made = bank.all_made(project, one) if one and not one.problems else []
        if one is None:
            found.append((line, f"no snippet {name}.", did_you_mean(name, project.snippets)))
        elif not made and (one.problems or one.needs.cpu):
            found.append((line, f"{name} has no current record.", f"Run: nox -s record -- {name}"))
        for number, record in enumerate(made):
            records[f"{record.profile}/{name}" if number else name] = record
    return records


def _html(asked: Figure, canvas: Canvas) -> str:
    name = f"fig-{asked.draw.replace('_', '-')}"
    numbers = range(1, len(asked.steps) + 1)
    texts = [inline(text) for text in asked.steps]
    # One button a step. Its name is the text of the step, so that who steps with the arrow keys hears it.
    buttons = "".join(
        f'<label><input type="radio" name="{name}" value="{n}"{" checked" * (n == 1)} '
        f'aria-describedby="{name}-{n}"><span>{n}</span></label>'
        for n in numbers
    )
    captions = "".join(f'<li id="{name}-{n}" class="s{n}">{text}</li>' for n, text in zip(numbers, texts, strict=True))
    choice = f"<fieldset><legend>Step</legend>{buttons}</fieldset>"
    paper = f" <span>Paper shows step {asked.still}.</span>"
    if len(texts) == 1:  # a chart: there is nothing to choose
        choice = paper = ""
    return (
        f'<figure class="ls-figure" id="{name}">{canvas.svg(asked.alt, asked.still)}{choice}<ol>{captions}</ol>'
        f"<figcaption>{_sources(asked)}{paper}</figcaption></figure>"
    )


def _sources(asked: Figure) -> str:
    if asked.source:
        return inline(asked.source)
    names = ", ".join(f"<code>{escape(name)}</code>" for name in asked.data)
    return f"Drawn from what {names} printed." if names else "Nothing is on record yet."
