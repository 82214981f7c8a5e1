"""`numeric`: a number, which arithmetic proves."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lockstep.problem import did_you_mean
from lockstep.question import expression
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
    """A number. `tolerance` is absolute; `unit` is empty or one of `UNITS`."""

    kind = "numeric"
    takes = ("answer", "tolerance", "unit", "traps")
    needs = ("answer", "why")
    on_paper = OnPaper("a number", pencil=True, blank=True)

    value: float = 0.0
    tolerance: float = 0.0
    unit: str = ""
    traps: tuple[Trap, ...] = ()

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The number, how exactly it is meant, and what readers take for it."""
        answer, unit = fields.text("answer"), fields.text("unit")
        value = fields.number("answer", answer)
        tolerance = _tolerance(fields, value)
        if unit and unit not in UNITS:
            fields.problem(fields.table.lines["unit"], f"no unit is called {unit!r}.", did_you_mean(unit, UNITS))
        traps = _traps(fields, value, tolerance)
        return {"value": value, "tolerance": tolerance, "unit": unit, "traps": traps, "expression": answer}

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
