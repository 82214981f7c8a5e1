"""Typed access to a `quiz` fence: the fields of all kinds, and the arithmetic in them. Pure."""

from __future__ import annotations

import functools
import re
from typing import Any

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.problem import BlockProblem
from lockstep.question import fresh
from lockstep.question.fields import Fields
from lockstep.question.question import LEVELS, Check, Lines
from lockstep.question.yaml_lines import Items, Table

COMMON = (
    "id", "kind", "level", "ask", "hints", "why", "proof", "given", "run", "region", "read", "decides", "evidence",
    "page-only",
)  # fmt: skip
CHECKS = ("check", "shows", "refuted", "at")  # keys of which an item may have one
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

_TODO_GIVEN = "Give it a number, a formula of names in front of it, or '8 in 2..32 times 2' to draw it."
_TODO_CUT = 'Put quotes around a formula that holds a comma: "max(N, 8)".'


class QuizFields(Fields):
    """The fields of one fence, which stands at `line` of the page `path`."""

    def __init__(self, path: str, line: int, table: Table, problems: list[BlockProblem]) -> None:
        super().__init__(table, problems)
        self.path, self.line = path, line
        self.choices: dict[str, tuple[float, ...]] = {}  # of the given numbers that are drawn

    def common(self) -> dict[str, Any]:
        """The fields of all kinds, as keywords of a question."""
        return {
            "path": self.path,
            "line": self.line,
            "id": self._id(),
            "level": self.one_of("level", LEVELS),
            "ask": self.text("ask"),
            "hints": self.texts("hints"),
            "why": self.text("why"),
            "run": self.text("run"),
            "region": self.text("region"),
            "proofs": tuple(proof for proof in self._proofs() if proof.endswith(".py")),
            "expression": self._true_expression(),
            "given": self.given,
            "read": self.text("read"),
            "decides": self.text("decides"),
            "page_only": self.flag("page-only", False),
            "reasoned": "evidence" in self.table and self.one_of("evidence", ("reasoned",)) == "reasoned",
            "lines": Lines(self.line, {key: self.on_page(line) for key, line in self.table.lines.items()}),
        }

    def check(self, table: Table) -> Check:
        """What decides the text of an item; too many of them are a problem."""
        keys = [key for key in CHECKS if key in table]
        if len(keys) > 1:
            self.problem(table.lines[keys[1]], f"{keys[0]!r} and {keys[1]!r} decide one text.", "Keep one.")
        if not keys:
            return Check(line=self.on_page(table.line))
        key = keys[0]
        name = "claim" if key == "check" else key
        return Check(line=self.on_page(table.lines[key]), **{name: str(table[key]).strip()})

    def on_page(self, line: int) -> int:
        """The line of the page for a 0-based one of the fence."""
        return self.line + 1 + line

    @functools.cached_property
    def given(self) -> dict[str, float]:
        """The numbers that arithmetic may name; of those that are drawn the first."""
        value = self.table.get("given")
        if value is None:
            return {}
        numbers: dict[str, float] = {}
        if not isinstance(value, Table):
            self.wrong_type("given", "a mapping of names to numbers, such as {N: 1000, W: 4}")
            return {}
        for name, text in value.items():
            try:
                first, choices = fresh.first_and_choices(str(text))
                numbers[name] = expression.evaluate(first, numbers)
                if choices:
                    self.choices[name] = choices
            except ExpressionError as error:
                whole = f"{name}{text}"
                todo = _TODO_GIVEN if whole.count("(") == whole.count(")") else _TODO_CUT
                self.problem(value.lines[name], f"given: {name} {error}.", todo)
        return numbers

    def number(self, key: str, text: str, line: int | None = None) -> float:
        """The value of arithmetic; 0 where it has none. `line` is that of the text, where the key stands elsewhere."""
        if not text:
            return 0.0
        try:
            return float(expression.evaluate(text, self.given))
        except ExpressionError as error:
            where = self.table.lines[key] if line is None else line
            self.problem(where, f"{key}: {text!r} {error}.", "Write arithmetic, such as 2 * (8 - 1) / 8.")
            return 0.0

    def _id(self) -> str:
        text = self.text("id")
        if text and not _ID.fullmatch(text):
            self.problem(self.table.lines["id"], f"the id {text!r} is wrong.", "Use a-z, 0-9 and single hyphens.")
        return text

    def _proofs(self) -> tuple[str, ...]:
        """One proof, or a list of them."""
        if isinstance(self.table.get("proof"), Items):
            return self.texts("proof")
        return tuple(filter(None, [self.text("proof")]))

    def _true_expression(self) -> str:
        """The proof that is arithmetic, and must be true; empty where there is none."""
        expressions = [proof for proof in self._proofs() if not proof.endswith(".py")]
        if not expressions:
            return ""
        text, line = expressions[0], self.table.lines["proof"]
        if len(expressions) > 1:
            self.problem(line, "two proofs are arithmetic.", "Join them: 1 < 2 == 2.0.")
        try:
            if expression.evaluate(text, self.given) is not True:
                self.problem(line, f"proof: {text!r} is not true.", "Compare two sides that are equal.")
        except ExpressionError as error:
            self.problem(line, f"proof: {text!r} {error}.", "Name a snippet or write arithmetic that is true.")
        return text
