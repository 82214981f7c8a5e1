"""`numeric`: a number, which arithmetic proves, and which may be drawn anew."""

from __future__ import annotations

import ast
import dataclasses
import math
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lockstep import expression
from lockstep.expression import NOT_PYTHON, ExpressionError
from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import as_latex, claims, draws, fresh
from lockstep.question.decided import numbers
from lockstep.question.fresh import Fresh, Places
from lockstep.question.question import OnPaper, Question
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, Part, add

UNITS = ["%", "B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "ns", "us", "µs", "ms", "s", "min", "h"]
_SECONDS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_BYTES = {"B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
_BINARY = {"B": 1.0, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40}
_SCALES = (_SECONDS, _BYTES, _BINARY, {"%": 1.0, "": 100.0})  # a number without a unit may be a share


@dataclass(frozen=True)
class Trap:
    """A wrong number that readers come to, and why."""

    value: float
    why: str


@dataclass(frozen=True)
class Numeric(Question):
    """A number.

    Attributes:
        tolerance: absolute.
        unit: empty, or one of `UNITS`.
        also: works the number out a second way.
        fresh: how it draws new numbers, if it does; `texts` are its texts with a mark around each of them.
    """

    kind = "numeric"
    takes = ("answer", "also", "tolerance", "unit", "traps", "where")
    needs = ("answer", "why")
    draws = True
    on_paper = OnPaper("a number", pencil=True, blank=True)

    value: float = 0.0
    tolerance: float = 0.0
    unit: str = ""
    traps: tuple[Trap, ...] = ()
    also: str = ""
    fresh: Fresh | None = None
    texts: dict[str, str] = dataclasses.field(default_factory=dict)

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The number, how exactly it is meant, and what readers take for it."""
        answer, unit = fields.text("answer"), fields.text("unit")
        value = fields.number("answer", answer)
        tolerance = _tolerance(fields, value)
        if unit and unit not in UNITS:
            fields.problem(fields.table.lines["unit"], f"no unit is called {unit!r}.", did_you_mean(unit, UNITS))
        traps = _traps(fields, value, tolerance)
        number = {"value": value, "tolerance": tolerance, "unit": unit, "traps": traps}
        number |= {"expression": answer, "also": fields.text("also")}
        return number | (_drawn(fields, answer, value, traps) if fields.choices else {})

    @property
    def is_proved(self) -> bool:
        """By the arithmetic of its answer, which must be there."""
        return True

    @property
    def constants(self) -> set[float]:
        """Without what is drawn, and what is computed from it."""
        return {self.given[name] for name in self.fresh.fixed} if self.fresh else super().constants

    @property
    def amounts(self) -> set[float]:
        """Also the answer and the traps, unless they are drawn."""
        return self.constants | (set() if self.fresh else {self.value, *(trap.value for trap in self.traps)})

    @property
    def claims(self) -> list[str]:
        """Also the second way."""
        return [*super().claims, *filter(None, [self.also])]

    @property
    def shown(self) -> str:
        """The number as a reader writes it, with its unit."""
        return f"{self._said(self.value)} {self.unit}".strip()

    @property
    def answer_line(self) -> str:
        """The number with its unit."""
        return self.shown

    def _said(self, value: float) -> str:
        return fresh.spoken(value) if self.fresh else expression.shown(value)

    def marked(self, text: str) -> str:
        """A text with a mark around each number that is drawn."""
        return self.texts.get(text, text)

    @property
    def calculation(self) -> str:
        """The arithmetic with its value, and with the numbers of the first draw."""
        says = fresh.spoken if self.fresh else expression.shown
        return _computed(self.expression, says(self.value), {name: says(value) for name, value in self.given.items()})

    def markdown(self) -> Iterator[str]:
        """Also the reason for each trap."""
        yield from super().markdown()
        yield from (trap.why for trap in self.traps)

    def digested(self) -> dict[str, object]:
        """The number."""
        return {"answer": [self.value, self.tolerance, self.unit]}

    def attributes(self) -> dict[str, str]:
        """Also the number, for the script to judge by."""
        number = {"answer": repr(self.value), "tolerance": repr(self.tolerance)}
        number |= {"unit": self.unit} if self.unit else {}
        return super().attributes() | number | ({"fresh": self.fresh.as_json()} if self.fresh else {})

    def undecided(self, project: Project) -> Iterator[Problem]:
        """It is worked out a second way that shares no step with the first, and its unit is said twice."""
        if self.unit == "%" and 0 < abs(self.value) <= 1:
            what = f"the answer is {self.value:g} %: a share, or a percentage?"
            yield self.problem(self.lines["answer"], what, "Multiply by 100, or leave the unit out.")
        yield from self._near_traps()
        yield from self._converted_traps()
        if self.fresh:
            yield from draws.problems(project, self, self.fresh, _unit(self.also)[0])
        if not self.also:
            todo = "Add 'also:' with a value on record or another calculation, and the unit behind it."
            yield self.problem(self.line, "its number is worked out in one way alone.", todo)
            return
        line = self.lines["also"]
        text, unit = _unit(self.also)
        if unit != self.unit:
            what = f"also: {self.also!r} has {unit or 'no unit'}, the answer {self.unit or 'none'}."
            yield self.problem(line, what, "Give both the same unit.")
        if shared := _steps(self.expression) & _steps(text):
            what = f"also: shares the step {min(shared, key=len)!r} with the answer."
            yield self.problem(line, what, "Work it out another way.")
        try:
            value = claims.evaluate(text, project, self)
        except ExpressionError as error:
            yield self.problem(line, f"{text!r} {error}.", "Fix the claim.")
            return
        if isinstance(value, bool):
            yield self.problem(line, f"also: {text!r} is no number.", "Work the answer out a second way.")
        elif abs(value - self.value) > max(self.tolerance, 1e-9 * abs(self.value)):
            yield self.problem(
                line, f"also: {text!r} is {value:g}, the answer {self.value:g}.", "One of them is wrong."
            )

    def _near_traps(self) -> Iterator[Problem]:
        """No two of the answer and its traps can be taken for each other."""
        values = [self.value, *(trap.value for trap in self.traps)]
        for number, trap in enumerate(self.traps, 1):
            near = [value for value in values[:number] if abs(value - trap.value) <= self.tolerance]
            if near:
                what = f"the trap {trap.value:g} is within the tolerance of {near[0]:g}."
                yield self.problem(self.lines["traps"], what, "Leave one out.")

    def _converted_traps(self) -> Iterator[Problem]:
        """No trap is the answer in another unit: who types that unit behind it is right."""
        for trap in self.traps:
            for scale in _SCALES if trap.value else ():
                ratio = self.value * scale.get(self.unit, 0.0) / trap.value
                units = [unit for unit, size in scale.items() if unit != self.unit and math.isclose(ratio, size)]
                if self.unit and self.unit in scale and units:
                    what = f"the trap {trap.value:g} is the answer in {units[0] or 'shares'}."
                    yield self.problem(self.lines["traps"], what, "Leave it out.")

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """Another number, another unit."""
        yield "formula x 2", dataclasses.replace(self, value=self.value * 2)
        units = [unit for unit in UNITS if unit != self.unit]
        yield "another unit", dataclasses.replace(self, unit=units[len(self.id) % len(units)])
        if self.fresh:
            for name in self.fresh.drawn:
                frozen = self.fresh.frozen(name, self.given[name])
                yield f"{name} is not drawn in the formula", dataclasses.replace(self, fresh=frozen)

    def add_options(self, parent: ET.Element, html: Elements) -> None:
        """Where the script puts its field."""
        add(parent, "p", "ls-q-field").text = f"Answer in {self.unit}." if self.unit else "Answer with a number."

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """The number, why, and the traps."""
        value = add(add(parent, "p", "ls-q-value"), "b")
        value.text = html.inline(self.shown) if self.fresh else html.plain(self.shown)
        super().add_answer(parent, html)
        traps = add(parent, "ul", "ls-q-traps") if self.traps else parent
        for trap in self.traps:
            item = add(traps, "li")
            item.set("data-value", repr(trap.value))
            number = add(item, "b")
            shown = f"{self._said(trap.value)}:"
            number.text = html.inline(shown) if self.fresh else html.plain(shown)
            number.tail = " " + html.inline(trap.why)

    def entry(self, rebase: Callable[[str], str]) -> dict[str, Any]:
        """The number and the traps."""
        traps = [{"value": trap.value, "why": rebase(trap.why)} for trap in self.traps]
        number = {"value": self.value, "tolerance": self.tolerance, "unit": self.unit, "traps": traps}
        return {"number": number, **super().entry(rebase)}

    def note_front(self) -> list[Part]:
        """The unit."""
        return [f"Answer in {self.unit}."] if self.unit else []

    def note_back(self) -> list[Part]:
        """The number."""
        return [Markup("<b>{}</b>").format(self.shown), *super().note_back()]


def _computed(calculation: str, value: str, given: Mapping[str, str]) -> str:
    """A calculation in Markdown, with its value and the numbers that it names."""
    return f"Computed: {as_latex.written(calculation)} = {value}{fresh.given(calculation, given)}."


def _tolerance(fields: QuizFields, value: float) -> float:
    text = fields.text("tolerance")
    if text:
        share = fields.number("tolerance", text.removesuffix("%").strip())
        return abs(value) * share / 100 if text.endswith("%") else share
    if value != round(value, 2):
        line = fields.table.lines.get("answer", 0)
        todo = "Give it a tolerance, such as 1% or 0.01."
        fields.problem(line, f"the answer {value:.6g} cannot be typed exactly.", todo)
    return 0.0


def _traps(fields: QuizFields, value: float, tolerance: float) -> tuple[Trap, ...]:
    traps = []
    for table in fields.tables("traps", ("value", "why")):
        line = table.lines["value"]
        trap = Trap(fields.number("traps", str(table["value"]), line), str(table["why"]))
        if abs(trap.value - value) <= tolerance:
            fields.problem(line, "this trap is the right answer.", "Leave it out or fix it.")
        traps.append(trap)
    return tuple(traps)


def _unit(text: str) -> tuple[str, str]:
    """A calculation and the unit behind it."""
    head, _, last = text.rpartition(" ")
    return (head, last) if last in UNITS else (text, "")


def _steps(text: str) -> set[str]:
    """The calculations within a calculation."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except NOT_PYTHON:
        return set()
    return {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.BinOp | ast.Call)}


def _drawn(fields: QuizFields, answer: str, value: float, traps: tuple[Trap, ...]) -> dict[str, Any]:
    """The fields of a question that draws: its texts with the numbers of the first draw, and the programs."""
    places = Places({**fields.given, "answer": value})
    firsts = {fields.given[name] for name in fields.choices} | {value}

    def filled(key: str, text: str) -> str:
        line = fields.table.lines[key]
        if left := sorted(numbers(fresh.without_places(text)) & firsts):
            what = f"{key}: {text.strip()[:40]!r} says {left[0]:g}, which is drawn."
            fields.problem(line, what, f"Write it in braces, or {{{left[0]:g}}} if it is always so.")
        try:
            return places.filled(text)
        except (ExpressionError, ValueError) as error:
            fields.problem(line, f"{key}: {text.strip()[:40]!r} {error}.", "Fix what stands in braces.")
            return text

    texts: dict[str, Any] = {key: filled(key, text) for key in ("ask", "why") if (text := fields.text(key))}
    texts["hints"] = tuple(filled("hints", hint) for hint in fields.texts("hints"))
    texts["traps"] = tuple(Trap(trap.value, filled("traps", trap.why)) for trap in traps)
    values = [str(table["value"]) for table in fields.tables("traps", ("value", "why"))]
    given = {name: f"{{{name}}}" for name in fields.given}
    unit = f" {fields.text('unit')}".rstrip()
    try:
        for shown in (_computed(answer, "{answer}", given), f"{{answer}}{unit}"):
            places.filled(shown)
        for trap in values:
            places.filled(f"{{{trap}}}:")
        programs = _programs(fields, answer, values, tuple(places.says))
    except ExpressionError as error:
        fields.problem(fields.table.lines["given"], f"cannot be drawn: a formula {error}.", "Write it plainly.")
        return {}
    return {**texts, "fresh": programs, "texts": places.marked}


def _programs(fields: QuizFields, answer: str, traps: Sequence[str], says: tuple[str, ...]) -> Fresh:
    """What the script computes with.

    Raises:
        ExpressionError: a formula holds what no program can.
    """
    given: dict[str, float | tuple[float, ...] | str] = {}
    for name, value in fields.given.items():
        text = str(fields.table["given"][name])
        given[name] = fields.choices.get(name) or (expression.program(text) if fresh.names(text, given) else value)
    tolerance, where = fields.text("tolerance") or "0", fields.text("where")
    if tolerance.endswith("%"):
        tolerance = f"abs({answer}) * ({tolerance.removesuffix('%').strip()}) / 100"
    return Fresh(
        given=given,
        where=expression.program(where) if where else "",
        answer=expression.program(answer),
        tolerance=expression.program(tolerance),
        traps=tuple(map(expression.program, traps)),
        says=says,
    )
