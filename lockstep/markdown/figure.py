"""The `figure` fence: a drawing that the reader steps through with radio buttons, so without a script.

A drawing is made from the records that the fence names, and from nothing else.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from markupsafe import Markup

from lockstep.drawings.canvas import MOST_STEPS, BadDrawing, Canvas
from lockstep.drawings.catalogue import DRAWINGS
from lockstep.markdown.inline import inline, no_links
from lockstep.page import Fence
from lockstep.problem import BlockProblem, LockstepError, Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import yaml_lines
from lockstep.question.fields import Fields
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
    problems = []
    for path, fence in project.blocks("figure"):
        of_fence = list[BlockProblem]()
        _canvas(project, fence, of_fence)
        problems += fence.placed(path, of_fence, "figure: ")
    return problems


def html(project: Project, path: str, fence: Fence) -> Markup:
    """Render one fence. `path` is its page.

    Raises:
        LockstepError: something is wrong with it.
    """
    problems = list[BlockProblem]()
    drawn = _canvas(project, fence, problems)
    if problems or drawn is None:
        raise LockstepError(fence.placed(path, problems, "figure: "))
    return _html(*drawn)


class _Data(dict[str, Record]):
    """The records of a figure. A drawing that asks for another says so."""

    def __missing__(self, name: str) -> Record:
        raise BadDrawing(f"is drawn from {name}, which 'data' does not name or which is not on record")


def _canvas(project: Project, fence: Fence, problems: list[BlockProblem]) -> tuple[Figure, Canvas] | None:
    """What a fence asks for and its drawing; None where something is wrong, which is added to `problems`."""
    figure = _read(fence, problems)
    records = _records(project, figure, fence, problems)
    if problems or not figure.draw:
        return None
    try:
        canvas = DRAWINGS[figure.draw](_Data(records))
    except BadDrawing as error:
        problems.append((0, f"{figure.draw}: {error}.", "Fix the drawing."))
        return None
    except Exception as error:  # a drawing takes apart what programs printed
        what = f"{figure.draw} cannot be drawn from its records: {error!r}"
        problems.append((0, f"{what[:300]}.", "Fix the drawing or its 'data'."))
        return None
    if canvas.steps != len(figure.steps):
        what = f"{figure.draw} has {canvas.steps} steps, and {len(figure.steps)} are told."
        problems.append((0, what, "Tell each step."))
    return dataclasses.replace(figure, data=tuple(name for name in figure.data if name in records)), canvas


def _read(fence: Fence, problems: list[BlockProblem]) -> Figure:
    table = yaml_lines.parse(fence.body, problems)
    fields = Fields(table, problems)
    for key in table:
        if key not in KEYS:
            fields.problem(table.lines[key], f"a figure has no key {key!r}.", did_you_mean(key, KEYS))
    for key in ("alt", "steps"):
        if table and key not in table:
            fields.problem(table.line, f"{key!r} is missing.", f"Add '{key}:'.")
    steps = fields.texts("steps")
    if len(steps) > MOST_STEPS:
        fields.problem(table.lines["steps"], f"has {len(steps)} steps.", f"Take {MOST_STEPS} at most.")
    no_links(steps, table.lines.get("steps", 0), problems)
    still = fields.text("still") or str(len(steps))
    if not still.isdecimal() or (steps and not 1 <= int(still) <= len(steps)):
        fields.problem(table.lines["still"], f"there is no step {still!r}.", "Name the step that paper shows.")
        still = "0"
    draw = fields.one_of("draw", sorted(DRAWINGS)) if table else ""
    if table and ("data" in table) == ("source" in table):
        fields.problem(
            table.line, "has not one of 'data' and 'source'.", "Name the snippets it is drawn from, or say what from."
        )
    alt = " ".join(fields.text("alt").split())
    return Figure(draw, fields.texts("data"), fields.text("source"), int(still), alt, steps)


def _records(project: Project, figure: Figure, fence: Fence, problems: list[BlockProblem]) -> dict[str, Record]:
    """The records of a figure. The first of a snippet has its name as key, others have profile and name."""
    data = {}
    for name in figure.data:
        line = next((number for number, text in enumerate(fence.body) if name in text), 0)
        snippet = project.find(name)
        records = project.records(snippet) if snippet and not snippet.problems else []
        if snippet is None:
            problems.append((line, f"no snippet {name}.", did_you_mean(name, project.snippets)))
        elif not records and (snippet.problems or snippet.needs.cpu):
            problems.append((line, f"{name} has no current record.", f"Run: nox -s record -- {name}"))
        for number, record in enumerate(records):
            data[f"{record.profile}/{name}" if number else name] = record
    return data


def _html(figure: Figure, canvas: Canvas) -> Markup:
    name = f"fig-{figure.draw.replace('_', '-')}"
    numbers = range(1, len(figure.steps) + 1)
    texts = [inline(text) for text in figure.steps]
    # One button a step. Its name is the text of the step, so that a screen reader reads it when the arrow keys step.
    button = Markup(
        '<label><input type="radio" name="{0}" value="{1}"{2} aria-describedby="{0}-{1}"><span>{1}</span></label>'
    )
    buttons = Markup("").join(button.format(name, n, " checked" * (n == 1)) for n in numbers)
    caption = Markup('<li id="{0}-{1}" class="s{1}">{2}</li>')
    captions = Markup("").join(caption.format(name, n, text) for n, text in zip(numbers, texts, strict=True))
    choice = Markup("<fieldset><legend>Step</legend>{}</fieldset>").format(buttons)
    paper = Markup(" <span>Paper shows step {}.</span>").format(figure.still)
    if len(texts) == 1:  # a chart: there is nothing to choose
        choice = paper = Markup("")
    return Markup('<figure class="ls-figure" id="{}">{}{}<ol>{}</ol><figcaption>{}{}</figcaption></figure>').format(
        name, canvas.svg(figure.alt, figure.still), choice, captions, _sources(figure), paper
    )


def _sources(figure: Figure) -> Markup:
    if figure.source:
        return inline(figure.source)
    names = Markup(", ").join(Markup("<code>{}</code>").format(name) for name in figure.data)
    return Markup("Drawn from what {} printed.").format(names) if names else Markup("Nothing is on record yet.")
