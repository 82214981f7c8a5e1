"""`line`: the reader writes a line that a program lacks. Accepted is what was run in its place and passed."""

from __future__ import annotations

import ast
import dataclasses
import itertools
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lockstep.expression import NOT_PYTHON
from lockstep.problem import Problem, command
from lockstep.project import Project
from lockstep.question.question import OnPaper, Question
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, Items, Part, add
from lockstep.record import output, told, what_if
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

GAP = "_" * 24  # what stands in the place of the line
CPU = "cpu"


@dataclass(frozen=True)
class Form:
    """A text for the line, whether it is accepted, and for a wrong one why readers write it."""

    text: str
    right: bool
    why: str = ""
    line: int = 0  # of the page


@dataclass(frozen=True)
class Line(Question):
    """A program with a gap.

    Attributes:
        blank: the line that is left out, as it stands in the program, without its indent.
        forms: other texts for it.
        number: the line of the program.
        runs: what each rank did when a text was run, by text.
    """

    kind = "line"
    takes = ("line", "accepted", "wrong")
    needs = ("run", "line", "why")
    told_by_its_run = True
    seconds = 60
    on_paper = OnPaper("write the line", pencil=True, rows=1)

    blank: str = ""
    forms: tuple[Form, ...] = ()
    number: int = 0
    runs: dict[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The line that is left out, and other texts for it."""
        line = fields.on_page(fields.table.lines.get("accepted", 0))
        accepted = [Form(text, True, line=line) for text in fields.texts("accepted")]
        tables = fields.tables("wrong", ("line", "why"))
        wrong = [Form(str(t["line"]).strip(), False, str(t["why"]), fields.on_page(t.line)) for t in tables]
        if "wrong" not in fields.table:
            fields.problem(fields.table.line, "no form is wrong.", "Add one or two under 'wrong:'.")
        return {"blank": fields.text("line").strip(), "forms": (*accepted, *wrong)}

    @property
    def fix(self) -> str:
        """The program, which holds the line."""
        return self.run

    @property
    def shows_program(self) -> bool:
        """A line of it is left out."""
        return False

    @property
    def asked(self) -> dict[int, tuple[str, ...]]:
        """The texts that must be run, by the line of the program."""
        return {self.number: tuple(form.text for form in self.forms)} if self.number else {}

    def completed(self, project: Project) -> tuple[Question, list[Problem]]:
        """With the place of the line, and what its texts did when they were run."""
        snippet = project.find(self.run)
        assert snippet  # the bank has looked for it
        lines = [without_marker(line).strip() for line in snippet.lines]
        places = [number for number, line in enumerate(lines, 1) if line == self.blank]
        if len(places) != 1:
            what = f"{self.run} has {len(places) or 'no'} such line{'s' * (len(places) > 1)}."
            return self, [self.problem(self.lines["line"], what, "Copy one line of it that stands once.")]
        problems = [*self._unlike(), *self._hidden(snippet, places[0])]
        known = what_if.current(snippet, CPU)
        asked = [(v.edit, v) for v in (known.asked if known else ()) if v.edit and v.edit.line == places[0]]
        before = told.recorded(snippet, project.record(snippet, CPU))
        runs = {edit.text: told.in_words(variant, before) for edit, variant in asked}
        return dataclasses.replace(self, number=places[0], runs=runs), problems

    def _hidden(self, snippet: Snippet, number: int) -> Iterator[Problem]:
        region = snippet.regions.get(self.region)
        if region and not region.first <= number <= region.last:
            yield self.problem(self.lines["line"], f"the region {self.region!r} does not show it.", "Take another.")

    def _unlike(self) -> Iterator[Problem]:
        """Each form is one statement, and no two are the same but for white space and quotes."""
        seen = {normal(self.blank)}
        for form in self.forms:
            text = normal(form.text)
            if not text:
                yield self.problem(form.line, f"{form.text!r} is no statement.", "Write one line of Python.")
            elif text in seen:
                yield self.problem(
                    form.line, f"{form.text!r} stands twice.", "Leave it out: spaces and quotes are free."
                )
            seen.add(text)

    def undecided(self, project: Project) -> Iterator[Problem]:
        """Each form was run in the place of the line: accepted ones passed, and wrong ones did not."""
        for form in self.forms:
            ranks = self.runs.get(form.text)
            if ranks is None:
                todo = f"Run: {command('what-if', self.run)}"
                yield self.problem(form.line, f"{form.text!r} was not run in the place of line {self.number}.", todo)
            elif (set(ranks) == {told.PASSED}) != form.right:
                kind = "accepted" if form.right else "wrong"
                what = f"{form.text!r} is {kind}, but when it was run: {ended(ranks)}."
                yield self.problem(form.line, what, "Move it, or take another.")

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """Each form flipped, and the same forms for the next line of the program."""
        for at, form in enumerate(self.forms):
            flipped = dataclasses.replace(form, right=not form.right)
            forms = (*self.forms[:at], flipped, *self.forms[at + 1 :])
            yield f"form {at + 1} flipped", dataclasses.replace(self, forms=forms)
        for form in self.forms:
            changed = dataclasses.replace(self, forms=(dataclasses.replace(form, text=f"{form.text}; pass"),))
            yield f"{form.text!r} not run", changed

    def as_shown(self, snippet: Snippet) -> Snippet:
        """The program with a gap."""
        lines = list(snippet.lines)
        text = lines[self.number - 1]
        lines[self.number - 1] = text[: len(text) - len(text.lstrip())] + GAP
        return dataclasses.replace(snippet, source="\n".join(lines) + "\n")

    def markdown(self) -> Iterator[str]:
        """Also why a form is wrong."""
        yield from super().markdown()
        yield from (form.why for form in self.forms)

    def digested(self) -> dict[str, object]:
        """The line, and the forms."""
        return {"answer": [self.blank, *([form.text, form.right] for form in self.forms)]}

    def add_options(self, parent: ET.Element, html: Elements) -> None:
        """Where the script puts its field."""
        add(parent, "p", "ls-q-field ls-q-wide").text = "Write the line."

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """The line, what else was run in its place, and why."""
        items = add(parent, "ul", "ls-q-forms")
        for form in (Form(self.blank, True), *self.forms):
            item = add(items, "li")
            if form.right:
                item.set("data-right", "")
            code = add(item, "code")
            code.text = html.plain(form.text)
            code.tail = " " + html.inline(self._said(form))
        super().add_answer(parent, html)
        html.output(parent)

    def _said(self, form: Form) -> str:
        """What a form did, and why."""
        if form.text == self.blank:
            return "This is the line of the program."
        ranks = self.runs.get(form.text)
        return (
            f"Wrong. It was run: {_as_code(ranks)} {form.why}" if ranks and not form.right else "It ran and passed too."
        )

    def entry(self, rebase: Callable[[str], str]) -> dict[str, Any]:
        """The line and the forms."""
        forms = [{"text": form.text, "right": form.right, "said": rebase(self._said(form))} for form in self.forms]
        return {"line": {"text": self.blank, "forms": forms}, **super().entry(rebase)}

    def note_front(self) -> list[Part]:
        """What is asked for."""
        return ["Write the line."]

    @property
    def answer_line(self) -> str:
        """The line that is left out."""
        return f"`{self.blank}`"

    def note_back(self) -> list[Part]:
        """The line, and what else was run in its place."""
        forms = tuple(f"`{form.text}` {self._said(form)}" for form in self.forms)
        return [f"`{self.blank}`", *([Items(forms, lettered=False)] if forms else []), *super().note_back()]


def normal(text: str) -> str:
    """A statement without what a reader is free in, white space and quotes; empty where it is none."""
    try:
        tree = ast.parse(text.strip())
    except NOT_PYTHON:
        return ""
    return ast.unparse(tree) if len(tree.body) == 1 and "\n" not in text.strip() else ""


def ended(ranks: Sequence[str]) -> str:
    """What a program did, by rank."""
    end_of = ranks.__getitem__
    groups = itertools.groupby(sorted(range(len(ranks)), key=end_of), end_of)
    parts = [(output.rank_span(list(numbers)), what) for what, numbers in groups]
    if len(ranks) == 1:
        return parts[0][1]
    return "; ".join(f"{'every rank' if len(parts) == 1 else who}: {what}" for who, what in parts)


def _as_code(ranks: Sequence[str]) -> str:
    """The same in Markdown, as code: a message may hold anything."""
    return "`" + ended(ranks).replace("`", "'") + "`."
