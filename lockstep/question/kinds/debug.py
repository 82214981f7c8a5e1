"""`debug`: which line makes a program go wrong, or why it does."""

from __future__ import annotations

import difflib
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import programs
from lockstep.question.kinds.options import Choosing, Option
from lockstep.question.question import Bound, OnPaper
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, add
from lockstep.record.record import Record
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet


@dataclass(frozen=True)
class Debug(Choosing):
    """A program that goes wrong, which is its `run`, and a `fixed` one."""

    kind = "debug"
    takes = ("broken", "fixed", "right", "wrong")
    needs = ("broken", "fixed")
    told_by_its_run = True
    right_is_one_of_several = True
    on_paper = OnPaper("find the cause")

    fixed: str = ""

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """Options and both programs."""
        return super().own_fields(fields) | {"run": fields.text("broken"), "fixed": fields.text("fixed")}

    @property
    def programs(self) -> list[tuple[str, str]]:
        """Both programs and the proofs."""
        return [("broken", self.run), ("fixed", self.fixed), *(("proof", name) for name in self.proofs)]

    @property
    def fix(self) -> str:
        """The program without the guilty line."""
        return self.fixed

    @property
    def evidence(self) -> list[str]:
        """Also the program that is fixed."""
        return list(dict.fromkeys([*super().evidence, *filter(None, [self.fixed])]))

    def misplaced(self, snippet: Snippet, number: int, highest: int) -> tuple[str, str] | None:
        """A line that the question does not show."""
        region = snippet.regions.get(self.region)
        if region is None or region.first <= number <= region.last:
            return None
        return f"the region {self.region!r} does not show this line.", "Take a line that is shown."

    def problems(self, project: Project) -> Iterator[Problem]:
        """The broken program goes wrong as recorded and the fixed one does not."""
        yield from super().problems(project)
        broken, fixed = project.snippets.get(self.run), project.snippets.get(self.fixed)
        if not broken or not fixed or broken.problems or fixed.problems:
            return
        if fixed.needs.expect:
            what = f"{self.fixed} ends with {fixed.needs.expect}."
            yield self.problem(self.lines["fixed"], what, "Name a program that passes.")
        before, after = programs.record_of(project, broken), programs.record_of(project, fixed)
        if before and after and not broken.needs.expect and _printed(before) == _printed(after):
            what = f"{self.run} passes and prints the same as {self.fixed}."
            yield self.problem(self.lines["broken"], what, "Name a program that goes wrong.")

    @property
    def bound(self) -> tuple[Bound, ...]:
        """The options that are no lines: of a line, the difference of the two programs decides."""
        return tuple(
            Bound(option.text, option.right, option.check) for option in self.options if not option.code or option.check
        )

    def undecided(self, project: Project) -> Iterator[Problem]:
        """A guilty line is one that the fixed program changes; no other option is."""
        broken, fixed = project.find(self.run), project.find(self.fixed)
        changed = _changed(broken, fixed) if broken and fixed else set()
        for option in self.options:
            if option.code and not option.check and option.right != (option.number in changed):
                what = (
                    f"changes line {option.number} too."
                    if option.number in changed
                    else f"leaves line {option.number} as it is."
                )
                yield self.problem(option.line, f"{self.fixed} {what}", "Take another line, or give it a check.")

    def add_program(self, parent: ET.Element, html: Elements) -> None:
        """The broken program, with the numbers of its lines where options name some."""
        html.program(parent, numbered=any(option.code for option in self.options))

    def add_option(self, parent: ET.Element, option: Option, html: Elements) -> None:
        """Behind its number, where it is a line."""
        if option.number:
            number = add(parent, "span", "ls-q-line")
            number.text = html.plain(f"line {option.number}")
            number.tail = " "
        super().add_option(parent, option, html)

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """Also what the program printed, and what fixes it."""
        super().add_answer(parent, html)
        html.output(parent)
        html.difference(parent, self.fixed)


def _printed(record: Record) -> list[tuple[str, ...]]:
    return [rank.stdout for rank in record.ranks]


def _changed(broken: Snippet, fixed: Snippet) -> set[int]:
    """Lines of a program, from 1, that another replaces, leaves out, or puts something beside.

    A line that differs in its marker alone is the same line, so programs are compared with and without markers.
    """
    plain = [[without_marker(line) for line in snippet.lines] for snippet in (broken, fixed)]
    return _differing(broken.lines, fixed.lines) & _differing(*plain)


def _differing(broken: Sequence[str], fixed: Sequence[str]) -> set[int]:
    before, after = ([line.strip() for line in lines] for lines in (broken, fixed))
    changed = set[int]()
    for tag, first, last, _, _ in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "insert":
            changed |= {first, first + 1}  # the lines around it
        elif tag != "equal":
            changed |= set(range(first + 1, last + 1))
    return changed
