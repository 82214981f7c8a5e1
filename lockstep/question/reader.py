"""Read the body of a `quiz` fence into a question; all that is wrong with it comes at once, with its line. Pure."""

from __future__ import annotations

import dataclasses
import functools
import re
from typing import Any

from lockstep.problem import Problem, did_you_mean
from lockstep.question import expression, yaml_lines
from lockstep.question.expression import ExpressionError
from lockstep.question.fields import Fields
from lockstep.question.question import CHOOSING, KINDS, LEVELS, Option, Question, Recorded, Trap
from lockstep.question.yaml_lines import Found, Items, Table

_COMMON = ("id", "kind", "level", "ask", "hints", "why", "proof", "given", "run", "region", "read")
_OWN = {
    "choice": ("right", "wrong", "shuffle"),
    "multi": ("right", "wrong", "shuffle"),
    "predict": ("answer", "wrong", "log"),
    "debug": ("broken", "mended", "right", "wrong"),
    "numeric": ("answer", "tolerance", "unit", "traps"),
    "order": ("steps",),
    "explain": ("model", "concepts"),
    "card": ("back",),
}
_NEEDED = {
    "predict": ("run", "answer", "why"),
    "debug": ("broken", "mended"),
    "numeric": ("answer", "why"),
    "order": ("steps",),
    "explain": ("model", "concepts"),
    "card": ("back",),
}
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_UNITS = ["%", "B", "kB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "ns", "us", "µs", "ms", "s", "min", "h"]


@functools.lru_cache(maxsize=4096)
def read(path: str, line: int, body: tuple[str, ...]) -> tuple[Question, tuple[Problem, ...]]:
    """The question of a fence, and its problems. `line` is that of the fence on the page.

    Kept, because a build asks for each question several times: its page, the review, the progress of its topic.
    """
    found: list[Found] = []
    table = yaml_lines.parse(body, found)
    one = _Reader(path, line, table, found).question() if table else Question(path, line)
    name = f"quiz {one.id!r}: " if one.id else "quiz: "
    return one, tuple(Problem(path, line + 1 + at, name + what, todo) for at, what, todo in found)


class _Reader(Fields):
    def __init__(self, path: str, line: int, table: Table, found: list[Found]) -> None:
        super().__init__(table, found)
        self.path, self.fence, self.kind = path, line, ""

    def question(self) -> Question:
        table = self.table
        self.kind = self.one_of("kind", KINDS)
        allowed = {*_COMMON, *_OWN.get(self.kind, {key for keys in _OWN.values() for key in keys})}
        for key in table:
            if key not in allowed:
                what = f"a {self.kind or 'quiz'} has no key {key!r}."
                self.problem(table.lines[key], what, did_you_mean(key, allowed))
        for key in ("id", "ask", *_NEEDED.get(self.kind, ())):
            if key not in table:
                self.problem(table.line, f"{key!r} is missing.", f"Add '{key}:'.")
        if self.text("id") and not _ID.fullmatch(self.text("id")):
            self.problem(table.lines["id"], f"the id {table['id']!r} is wrong.", "Use a-z, 0-9 and single hyphens.")
        given = self.given()
        proofs = self.proofs()
        sums = [proof for proof in proofs if not proof.endswith(".py")]
        if len(sums) > 1:
            self.problem(self.table.lines["proof"], "two proofs are arithmetic.", "Join them: 1 < 2 == 2.0.")
        common = Question(
            self.path, self.fence, self.text("id"), self.kind, self.one_of("level", LEVELS), self.text("ask"),
            hints=self.texts("hints"), why=self.text("why"), region=self.text("region"), given=given,
            run=self.text("broken") if self.kind == "debug" else self.text("run"), mended=self.text("mended"),
            proofs=tuple(proof for proof in proofs if proof.endswith(".py")), expression="".join(sums[:1]),
            read=self.text("read"),
            model=self.text("model"), concepts=self.texts("concepts"), back=self.text("back"),
            options=self.options(), fixed=not self.flag("shuffle", True), log=self.flag("log", False),
            lines={key: self.fence + 1 + at for key, at in table.lines.items()},
        )  # fmt: skip
        self.need_proof(common)
        return self.with_answer(common)

    def with_answer(self, one: Question) -> Question:
        if self.kind == "numeric":
            return dataclasses.replace(one, **self.number(one))
        if self.kind == "predict":
            return dataclasses.replace(one, recorded=self.recorded())
        if one.expression:
            self.must_be_true(one)
        return one

    def given(self) -> dict[str, float]:
        value = self.table.get("given")
        if value is None:
            return {}
        names: dict[str, float] = {}
        if not isinstance(value, Table):
            self.wrong_type("given", "a mapping of names to numbers, such as {N: 1000, W: 4}")
            return {}
        for name, text in value.items():
            try:
                names[name] = expression.evaluate(str(text), names)
            except ExpressionError as error:
                self.problem(value.lines[name], f"given: {name} {error}.", "Give it a number.")
        return names

    def number(self, one: Question) -> dict[str, Any]:
        value = self.value("answer", self.text("answer"), one)
        tolerance = self.tolerance(one, value)
        if one.expression:
            self.must_be_true(one)
        unit = self.text("unit")
        if unit and unit not in _UNITS:
            self.problem(self.table.lines["unit"], f"no unit is called {unit!r}.", did_you_mean(unit, _UNITS))
        traps = []
        for wrong in self.tables("traps", ("value", "why")):
            trap = self.value("traps", str(wrong["value"]), one, wrong.lines["value"])
            if abs(trap - value) <= tolerance:
                self.problem(wrong.lines["value"], "this trap is the right answer.", "Leave it out or mend it.")
            traps.append(Trap(trap, str(wrong["why"])))
        proof = self.text("answer")
        return {"value": value, "tolerance": tolerance, "unit": unit, "traps": tuple(traps), "expression": proof}

    def value(self, key: str, text: str, one: Question, line: int | None = None) -> float:
        if not text:
            return 0.0
        try:
            return float(expression.evaluate(text, one.given))
        except ExpressionError as error:
            where = self.table.lines[key] if line is None else line
            self.problem(where, f"{key}: {text!r} {error}.", "Write arithmetic, such as 2 * (8 - 1) / 8.")
            return 0.0

    def tolerance(self, one: Question, value: float) -> float:
        text = self.text("tolerance")
        if not text:
            if value != round(value, 2):
                todo = "Give it a tolerance, such as 1% or 0.01."
                self.problem(
                    self.table.lines.get("answer", 0), f"the answer {value:.6g} cannot be typed exactly.", todo
                )
            return 0.0
        share = self.value("tolerance", text.removesuffix("%").strip(), one)
        return abs(value) * share / 100 if text.endswith("%") else share

    def must_be_true(self, one: Question) -> None:
        line = self.table.lines["proof"]
        try:
            if expression.evaluate(one.expression, one.given) is not True:
                self.problem(line, f"proof: {one.expression!r} is not true.", "Compare two sides that are equal.")
        except ExpressionError as error:
            self.problem(
                line, f"proof: {one.expression!r} {error}.", "Name a snippet or write arithmetic that is true."
            )

    def proofs(self) -> tuple[str, ...]:
        """One proof, or a list of them."""
        return (
            self.texts("proof")
            if isinstance(self.table.get("proof"), Items)
            else tuple(filter(None, [self.text("proof")]))
        )

    def need_proof(self, one: Question) -> None:
        if self.kind and self.kind != "numeric" and not (one.proofs or one.expression or one.run):
            todo = "Name a snippet whose assert carries the claim, or arithmetic that is true."
            self.problem(self.table.line, "'proof' is missing.", todo)

    def recorded(self) -> Recorded:
        value = self.table.get("answer")
        if value is None:
            return Recorded()
        if value == "guilty":
            return Recorded(guilty=True)
        meaning = "a place in the record, such as {rank: 1, line: 1}, {rank: 0, line: error}, with find: for a part"
        if not isinstance(value, Table) or not set(value) <= {"rank", "line", "find"}:
            self.wrong_type("answer", meaning)
            return Recorded()
        rank, line, find = (
            str(value.get(key, default)) for key, default in (("rank", "0"), ("line", "1"), ("find", ""))
        )
        if not rank.isdecimal() or not (line == "error" or (line.isdecimal() and int(line))) or not _is_pattern(find):
            self.wrong_type("answer", meaning)
            return Recorded()
        return Recorded(int(rank), 0 if line == "error" else int(line), find)

    def options(self) -> tuple[Option, ...]:
        if self.kind == "order":
            return tuple(self.option(one, True) for one in self.tables("steps", ("text", "why")))
        if self.kind not in CHOOSING:
            return ()
        right = [self.option(one, True) for one in self.tables("right", ("text", "why"), one_is_enough=True)]
        wrong = [self.option(one, False) for one in self.tables("wrong", ("text", "why"), one_is_enough=True)]
        if self.kind != "predict" and "right" not in self.table:
            self.problem(self.table.line, "no option is right.", "Mark one under 'right:'.")
        if "wrong" not in self.table:
            self.problem(self.table.line, "no option is wrong.", "Add two or three under 'wrong:'.")
        if self.kind in ("choice", "debug") and len(right) > 1:
            self.problem(self.table.lines["right"], "two options are right.", "Keep one, or make it a multi.")
        return (*right, *wrong)

    def option(self, one: Table, right: bool) -> Option:
        code = "line" in one
        text = str(one["line"] if code else one["text"]).strip()
        return Option(text, str(one["why"]).strip(), right, code, line=self.fence + 1 + one.line)


def _is_pattern(text: str) -> bool:
    try:
        return not text or re.compile(text).groups == 1
    except re.error:
        return False
