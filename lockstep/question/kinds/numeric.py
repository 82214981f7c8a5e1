"""`numeric`: a number, which arithmetic proves."""

from __future__ import annotations

import ast
import dataclasses
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import claims, expression
from lockstep.question.expression import ExpressionError
from lockstep.question.question import OnPaper, Question
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, Part, add

UNITS = ["%", "B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "ns", "us", "µs", "ms", "s", "min", "h"]


@dataclass(frozen=True)
class Trap:
    """A wrong number that readers come to, and why."""

    value: float
    why: str


@dataclass(frozen=True)
class Numeric(Question):
    """A number. `tolerance` is absolute; `unit` is empty or one of `UNITS`; `also` works it out a second way."""

    kind = "numeric"
    takes = ("answer", "also", "tolerance", "unit", "traps")
    needs = ("answer", "why")
    on_paper = OnPaper("a number", pencil=True, blank=True)

    value: float = 0.0
    tolerance: float = 0.0
    unit: str = ""
    traps: tuple[Trap, ...] = ()
    also: str = ""

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
        return number | {"expression": answer, "also": fields.text("also")}

    @property
    def is_proved(self) -> bool:
        """By the arithmetic of its answer, which must be there."""
        return True

    @property
    def shown(self) -> str:
        """The number as a reader writes it, with its unit."""
        return f"{expression.shown(self.value)} {self.unit}".strip()

    @property
    def computed(self) -> str:
        """The arithmetic and its value."""
        return f"{self.expression} = {expression.shown(self.value)}"

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
        return super().attributes() | number | ({"unit": self.unit} if self.unit else {})

    def undecided(self, project: Project) -> Iterator[Problem]:
        """It is worked out a second way that shares no step with the first, and its unit is said twice."""
        if self.unit == "%" and 0 < abs(self.value) <= 1:
            what = f"the answer is {self.value:g} %: a share, or a percentage?"
            yield self.problem(self.lines["answer"], what, "Multiply by 100, or leave the unit out.")
        yield from self._near_traps()
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

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """Another number, another unit."""
        yield "formula x 2", dataclasses.replace(self, value=self.value * 2)
        units = [unit for unit in UNITS if unit != self.unit]
        yield "another unit", dataclasses.replace(self, unit=units[len(self.id) % len(units)])

    def add_options(self, parent: ET.Element, html: Elements) -> None:
        """Where the script puts its field."""
        add(parent, "p", "ls-q-field").text = f"Answer in {self.unit}." if self.unit else "Answer with a number."

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """The number, why, and the traps."""
        add(add(parent, "p", "ls-q-value"), "b").text = html.plain(self.shown)
        super().add_answer(parent, html)
        traps = add(parent, "ul", "ls-q-traps") if self.traps else parent
        for trap in self.traps:
            item = add(traps, "li")
            item.set("data-value", repr(trap.value))
            number = add(item, "b")
            number.text = html.plain(f"{expression.shown(trap.value)}:")
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
    except SyntaxError:
        return set()
    return {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.BinOp | ast.Call)}
