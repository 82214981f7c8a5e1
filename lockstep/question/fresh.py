"""Fresh numbers: a question whose given numbers are drawn anew, with its texts, its traps and its answer. Pure.

`given: {W: 8 in 2..32 times 2, b: 64}` says that `W` is 8 where nothing draws, on paper and in the search, and one of
2, 4, 8, 16, 32 where a script does. Texts name what is drawn in braces: `{W}`, `{ceil(N / W)}`, `{answer}`. It is all
compiled to programs (`lockstep.expression.program`), which Python and `docs/assets/fresh.js` run alike.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

from markupsafe import Markup

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.question import maths

MOST = 2000  # draws of a question: `verify` looks at each of them
DIGITS = 6  # significant digits of an answer that must be typed exactly
_DRAWN = re.compile(r"(?P<first>.+?) in (?P<choices>.+)", re.S)
_RANGE = re.compile(r"(?P<low>\S+?)\.\.(?P<high>\S+)(?: (?P<how>step|times) (?P<by>\S+))?")
_PLACE = re.compile(rf"`[^`]*`|{maths.FORMULA}|\{{(?P<place>[^{{}}]+)\}}")


def first_and_choices(text: str) -> tuple[str, tuple[float, ...]]:
    """The first value of a given number, as it is written, and the values it is drawn from; none where it is fixed.

    Raises:
        ExpressionError: the choices are none.
    """
    match = _DRAWN.fullmatch(text.strip())
    if match is None:
        return text, ()
    choices = tuple(_choices(match["choices"].strip()))
    if float(expression.evaluate(match["first"])) not in choices:
        raise ExpressionError(f"begins with {match['first']}, which is not among its choices")
    return match["first"], choices


def _choices(text: str) -> Iterator[float]:
    span = _RANGE.fullmatch(text)
    if span is None:
        yield from (float(expression.evaluate(part)) for part in text.split("|"))
        return
    value, high = (float(expression.evaluate(span[end])) for end in ("low", "high"))
    by = float(expression.evaluate(span["by"] or "1"))
    if by <= (1 if span["how"] == "times" else 0) or value <= 0:
        raise ExpressionError(f"has the choices {text!r}, which do not grow")
    for _ in range(MOST):
        if value > high * (1 + 1e-9):
            return
        yield round(value, 9)
        value = value * by if span["how"] == "times" else value + by
    raise ExpressionError(f"has the choices {text!r}, more than {MOST:,}")


@dataclass(frozen=True)
class Drawn:
    """One draw: its numbers by name, the answer, how far from it is still right, the traps, and what texts say."""

    names: dict[str, float]
    answer: float
    tolerance: float
    traps: tuple[float, ...]
    says: tuple[float, ...]

    def __str__(self) -> str:
        return ", ".join(f"{name} = {spoken(value)}" for name, value in self.names.items() if name != "answer")


@dataclass(frozen=True)
class Fresh:
    """How a question draws, as programs.

    Attributes:
        given: by name a number, the numbers it is drawn from, or the program that computes it from those before.
        where: a program that is true of the draws that count; empty where all do.
        answer, tolerance, traps: programs.
        says: what is said in texts, by the number of its place.
    """

    given: Mapping[str, float | tuple[float, ...] | str]
    answer: str
    tolerance: str
    traps: tuple[str, ...] = ()
    where: str = ""
    says: tuple[str, ...] = ()

    @property
    def drawn(self) -> list[str]:
        """The names that are drawn."""
        return [name for name, value in self.given.items() if isinstance(value, tuple)]

    @property
    def fixed(self) -> list[str]:
        """The names whose number is the same in each draw: no formula of theirs names one that is drawn."""
        moved = set(self.drawn)
        for name, value in self.given.items():
            if isinstance(value, str) and names(value, moved):
                moved.add(name)
        return [name for name in self.given if name not in moved]

    def draws(self) -> Iterator[Drawn]:
        """All draws.

        Raises:
            ExpressionError: one of them cannot be computed.
        """
        pools = [choices for choices in self.given.values() if isinstance(choices, tuple)]
        for values in itertools.product(*pools):
            if draw := self.of(dict(zip(self.drawn, values, strict=True))):
                yield draw

    def of(self, drawn: Mapping[str, float]) -> Drawn | None:
        """The draw of these numbers; None where it does not count."""
        names = self._names(drawn)
        if self.where and not expression.calculate(self.where, names):
            return None
        names["answer"] = expression.calculate(self.answer, names)
        tolerance = expression.calculate(self.tolerance, names)
        traps, says = (tuple(expression.calculate(p, names) for p in programs) for programs in (self.traps, self.says))
        return Drawn(names, names["answer"], tolerance, traps, says)

    def answer_of(self, drawn: Mapping[str, float]) -> float:
        """The answer to the drawn ones of these numbers."""
        return expression.calculate(self.answer, self._names({name: drawn[name] for name in self.drawn}))

    def _names(self, drawn: Mapping[str, float]) -> dict[str, float]:
        """All given numbers by name."""
        names: dict[str, float] = {}
        for name, value in self.given.items():
            names[name] = drawn[name] if name in drawn else _computed(value, names)
        return names

    def frozen(self, name: str, value: float) -> Fresh:
        """The same with one value of a name in all formulas of the answer."""

        def without(program: str) -> str:
            return " ".join(repr(value) if word == name else word for word in program.split())

        given = {key: without(held) if isinstance(held, str) else held for key, held in self.given.items()}
        return dataclasses.replace(self, answer=without(self.answer), given=given)

    def as_json(self) -> str:
        """What the script draws with."""
        given = {name: _short(value) for name, value in self.given.items()}
        table: dict[str, object] = {
            "given": given,
            "answer": self.answer,
            "tolerance": self.tolerance,
            "traps": self.traps,
        }
        table |= {"where": self.where} if self.where else {}
        return json.dumps({**table, "says": self.says}, separators=(",", ":"))


def _short(value: float | tuple[float, ...] | str) -> object:
    """A number or numbers, whole ones without decimals."""
    if isinstance(value, tuple):
        return [_short(number) for number in value]
    return int(value) if not isinstance(value, str) and value == int(value) else value


def _computed(value: float | tuple[float, ...] | str, names: Mapping[str, float]) -> float:
    return expression.calculate(value, names) if isinstance(value, str) else float(value)  # type: ignore[arg-type]


class Places:
    """Writes what is drawn into texts, and numbers the places."""

    def __init__(self, names: Mapping[str, float]) -> None:
        self.names, self.says = names, list[str]()
        self.marked: dict[str, str] = {}  # the texts with a mark around each place, by the text of the first draw

    def filled(self, text: str) -> str:
        """A text with the numbers of the first draw.

        Raises:
            ExpressionError: braces hold something that cannot be computed.
        """
        plain = _PLACE.sub(lambda place: self._spoken(place)[1], text)
        self.marked[plain] = _PLACE.sub(self._marked, text)
        return plain

    def _spoken(self, place: re.Match[str]) -> tuple[str, str]:
        """The program of a place, and its number of the first draw."""
        if place["place"] is None:
            return "", place[0]  # code or a formula, which are left as they are
        program = expression.program(place["place"])
        return program, spoken(expression.calculate(program, self.names))

    def _marked(self, place: re.Match[str]) -> str:
        program, number = self._spoken(place)
        if not any(name in program.split() for name in self.names):
            return number
        if program not in self.says:
            self.says.append(program)
        return str(Markup('<span data-n="{}">{}</span>').format(self.says.index(program), number))


def without_places(text: str) -> str:
    """A text without what is drawn."""
    return re.sub(r"\{[^{}]+\}", "", text)


def names(text: str, known: Iterable[str]) -> set[str]:
    """The known names in arithmetic."""
    return set(re.findall(r"[A-Za-z_]\w*", text)) & set(known)


def given(text: str, said: Mapping[str, str]) -> str:
    """What stands behind a calculation, ` with N = 8, W = 4`: the numbers that it names, as they are said; else ""."""
    used = names(text, said)
    named = [f"{name} = {number}" for name, number in said.items() if name in used]
    return f" with {', '.join(named)}" if named else ""


def spoken(value: float) -> str:
    """A number in a text: `1,024`, `12.35`; with two decimals where they are exact, else four significant digits."""
    cents = math.floor(value * 100 + 0.5) / 100
    if abs(cents - value) > 1e-9 * abs(value):
        cents = float(Context(prec=4, rounding=ROUND_HALF_UP).create_decimal(Decimal(value)))
    return f"{int(cents):,}" if cents == int(cents) else f"{cents:,}"
