"""The `figure` fence: a drawing that the reader steps through with radio buttons, so without a script.

A drawing is made from the records that the fence names, and from nothing else.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from lockstep.drawings import timeline
from lockstep.drawings.canvas import MOST_STEPS, BadDrawing, Canvas
from lockstep.drawings.catalogue import DRAWINGS
from lockstep.engine.machine import CPU
from lockstep.markdown.inline import inline, no_links
from lockstep.page import TIMELINE, Fence, figure_id
from lockstep.problem import BlockProblem, LockstepError, Problem, command, did_you_mean
from lockstep.project import Project
from lockstep.question import yaml_lines
from lockstep.question.fields import Fields
from lockstep.record.record import Record
from lockstep.record.trace import current_trace

KEYS = ("draw", "data", "source", "value", "lines", "vary", "kind", "step", "still", "alt", "steps")
KINDS = {  # of the values of a parameter, and what the caption says of them
    "run": "Each value is a run.",
    "simulation": "Each value is a simulation.",
    "calculation": "Each value is calculated.",
}


@dataclass(frozen=True)
class Figure:
    """What a fence asks for.

    Attributes:
        source: where a drawing without records comes from.
        steps: texts.
        step: the only step that is shown; 0 for all.
        value: of a timeline, the name whose values are written below the lanes.
        lines: of a timeline, texts of the lines of the program whose meetings are drawn; empty for all.
        vary: of a drawing of a parameter, what the reader drags, such as "Ranks"; `steps` tell of each value.
        kind: of a drawing of a parameter, how its values came about, one of KINDS.
    """

    draw: str
    data: tuple[str, ...]
    source: str
    still: int
    alt: str
    steps: tuple[str, ...]
    value: str
    lines: tuple[str, ...]
    vary: str
    kind: str
    step: int


def problems(project: Project) -> list[Problem]:
    """What is wrong with the figures of a project."""
    problems = []
    for path, fence in project.blocks("figure"):
        of_fence = list[BlockProblem]()
        _canvas(project, fence, of_fence)
        problems += fence.placed(path, of_fence, "figure: ")
    return problems


def drawn(project: Project) -> Iterator[tuple[str, Fence, Figure, Canvas]]:
    """Each figure that can be drawn, with its page and its fence."""
    for path, fence in project.blocks("figure"):
        if found := _canvas(project, fence, []):
            yield path, fence, *found


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
        canvas = _timeline(project, figure) if figure.draw == TIMELINE else DRAWINGS[figure.draw](_Data(records))
    except BadDrawing as error:
        problems.append((0, f"{figure.draw}: {error}.", "Fix the drawing."))
        return None
    except Exception as error:  # a drawing takes apart what programs printed
        what = f"{figure.draw} cannot be drawn from its records: {error!r}"
        problems.append((0, f"{what[:300]}.", "Fix the drawing or its 'data'."))
        return None
    if bool(figure.vary) != bool(canvas.parameter):
        what = f"{figure.draw} is a drawing of {'a parameter' if canvas.parameter else 'steps in time'}."
        problems.append((0, what, "Name it: 'vary: Ranks'." if canvas.parameter else "Leave 'vary' out."))
    elif figure.step > canvas.steps:
        problems.append(
            (0, f"{figure.draw} has {canvas.steps} steps, and none is step {figure.step}.", "Name another.")
        )
    elif figure.step:
        canvas.crop(figure.step)
    elif canvas.steps != len(figure.steps):
        what = f"{figure.draw} has {canvas.steps} steps, and {len(figure.steps)} are told."
        problems.append((0, what, "Tell each step."))
    problems += _unnamed(figure, canvas, fence)
    return dataclasses.replace(figure, data=tuple(name for name in figure.data if name in records)), canvas


def _unnamed(figure: Figure, canvas: Canvas, fence: Fence) -> list[BlockProblem]:
    """The values of a parameter whose text does not begin with them, as after a program printed other values."""
    line = next((number for number, text in enumerate(fence.body) if text.startswith("steps:")), 0)
    return [
        (line, f"the text of {figure.vary} {value} is {text[:40]!r}.", f"Begin it with {value}.")
        for value, text in zip(canvas.parameter, figure.steps, strict=False)
        if figure.vary and not re.match(rf"{re.escape(value)}(?![.,]?\d)", text.lstrip("*"))
    ]


def _timeline(project: Project, figure: Figure) -> Canvas:
    """The lanes of the one program that a figure names.

    Raises:
        BadDrawing: it names not one, or the program has no trace.
    """
    snippet = project.find(figure.data[0]) if len(figure.data) == 1 else None
    trace = current_trace(snippet, CPU) if snippet and not snippet.problems else None
    if trace is None:
        raise BadDrawing("'data' names not one program with a trace")
    return timeline.draw(trace, snippet.lines if snippet else (), figure.value, figure.lines)


def _read(fence: Fence, problems: list[BlockProblem]) -> Figure:
    table = yaml_lines.parse(fence.body, problems)
    fields = Fields(table, problems)
    for key in table:
        if key not in KEYS:
            fields.problem(table.lines[key], f"a figure has no key {key!r}.", did_you_mean(key, KEYS))
    if "kind" in table and "vary" not in table:
        fields.problem(table.lines["kind"], "'kind' is of the values of 'vary'.", "Leave it out, or add 'vary:'.")
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
    step = fields.text("step")
    if step and not (step.isdecimal() and int(step) and len(steps) == 1):
        fields.problem(
            table.lines["step"], f"step {step!r} is not one step with one text.", "Give its number and text."
        )
        step = ""
    draw = fields.one_of("draw", sorted([*DRAWINGS, TIMELINE])) if table else ""
    if table and ("data" in table) == ("source" in table):
        fields.problem(
            table.line, "has not one of 'data' and 'source'.", "Name the snippets it is drawn from, or say what from."
        )
    for key in ("value", "lines"):
        if key in table and draw != TIMELINE:
            fields.problem(
                table.lines[key], f"{key!r} is of a timeline.", f"Leave it out, or write 'draw: {TIMELINE}'."
            )
    alt = " ".join(fields.text("alt").split())
    return Figure(
        draw,
        fields.texts("data"),
        fields.text("source"),
        int(step or still),
        alt,
        steps,
        fields.text("value"),
        fields.texts("lines"),
        fields.text("vary"),
        fields.one_of("kind", sorted(KINDS)) if "vary" in table else "",
        int(step or 0),
    )


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
            problems.append((line, f"{name} has no current record.", f"Run: {command('record', name)}"))
        for number, record in enumerate(records):
            data[f"{record.profile}/{name}" if number else name] = record
    return data


def _html(figure: Figure, canvas: Canvas) -> Markup:
    name = figure_id(figure.draw, figure.data)
    numbers = range(1, len(figure.steps) + 1)
    texts = [inline(text) for text in figure.steps]
    # One button a step. Its name is the text of the step, so that a screen reader reads it when the arrow keys step.
    button = Markup(
        '<label><input type="radio" name="{0}" value="{1}"{2} aria-describedby="{0}-{1}"><span>{3}</span></label>'
    )
    shown = canvas.parameter or tuple(map(str, numbers))
    first = figure.still if figure.vary else 1
    buttons = Markup("").join(button.format(name, n, " checked" * (n == first), shown[n - 1]) for n in numbers)
    caption = Markup('<li id="{0}-{1}" class="s{1}">{2}</li>')
    captions = Markup("").join(caption.format(name, n, text) for n, text in zip(numbers, texts, strict=True))
    choice = Markup("<fieldset><legend>Step</legend>{}</fieldset>").format(buttons)
    paper = Markup(" <span>Paper shows step {}.</span>").format(figure.still)
    if figure.vary:
        # The slider is for fingers and mice. Keys and screen readers have the buttons, which are its marks.
        slider = Markup('<input type="range" min="1" max="{}" value="{}" tabindex="-1" aria-hidden="true">')
        choice = Markup('<fieldset class="ls-vary" style="--n:{}"><legend>{}</legend>{}{}</fieldset>').format(
            len(numbers), figure.vary, slider.format(len(numbers), first), buttons
        )
        paper = Markup(" <span>{}: paper shows {}.</span>").format(figure.vary, shown[figure.still - 1])
    if len(texts) == 1:  # a chart or one step of a drawing: there is nothing to choose
        choice = paper = Markup("")
    if figure.step:  # the style sheet shows the step that is checked
        choice = Markup('<input type="radio" value="{}" checked hidden>').format(figure.step)
        captions = Markup('<li class="s{}">{}</li>').format(figure.step, texts[0])
    return Markup('<figure class="ls-figure" id="{}">{}{}<ol>{}</ol><figcaption>{}{}</figcaption></figure>').format(
        name, canvas.svg(figure.alt, figure.still), choice, captions, _sources(figure), paper
    )


def _sources(figure: Figure) -> Markup:
    kind = f"{KINDS[figure.kind]} " if figure.kind else ""
    if figure.source:
        return Markup("{}{}").format(kind, inline(figure.source))
    names = Markup(", ").join(Markup("<code>{}</code>").format(name) for name in figure.data)
    if figure.draw == TIMELINE:
        return Markup("Drawn from the trace of {}.").format(names)
    return Markup("{}Drawn from what {} printed.").format(kind, names) if names else Markup("Nothing is on record yet.")
