"""What kinds with options or steps share: how these are read, shuffled, found in a program, and written."""

from __future__ import annotations

import dataclasses
import functools
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.question import UNDECIDED, Bound, Check, Question, digest
from lockstep.question.quiz_fields import CHECKS, QuizFields
from lockstep.question.rendering import Elements, Items, Part, add
from lockstep.question.yaml_lines import Table
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

_ABOVE = re.compile(r"\b(all|none|both|neither|any) of (the above|the others|these|them)\b|\bthe above\b", re.I)


@dataclass(frozen=True)
class Option:
    """One option, or one step. `text` is Markdown, or verbatim where `code` is set."""

    text: str
    why: str
    right: bool = False
    code: bool = False
    number: int = 0  # line of the program, where the option is one
    line: int = 0  # of the page
    check: Check = UNDECIDED

    @property
    def markdown(self) -> str:
        """Its text as Markdown."""
        return f"`{self.text}`" if self.code else self.text


def plain(text: str) -> str:
    """An option as a reader compares it: without markup, spaces, case, and zeros that change no number."""
    text = re.sub(r"[`*_\s]+", " ", text).strip().lower()
    return re.sub(r"\d+\.\d+", lambda number: number[0].rstrip("0").rstrip("."), text)


def read_options(fields: QuizFields, key: str, right: bool, one_is_enough: bool = True) -> tuple[Option, ...]:
    """The options under a key of a fence."""
    tables = fields.tables(key, ("text", "why"), one_is_enough=one_is_enough, optional=CHECKS)
    return tuple(_option(fields, table, right) for table in tables)


def _option(fields: QuizFields, table: Table, right: bool) -> Option:
    code = "line" in table
    text = str(table["line"] if code else table["text"]).strip()
    line, check = fields.on_page(table.line), fields.check(table)
    return Option(text, str(table["why"]).strip(), right=right, code=code, line=line, check=check)


@dataclass(frozen=True)
class WithOptions(Question):
    """A question with options or steps, some of which may be lines of a program."""

    options: tuple[Option, ...] = ()

    @property
    def keeps_order(self) -> bool:
        """Whether the options keep their places when a reader tries again."""
        return False

    @property
    def written(self) -> tuple[Option, ...]:
        """The options that its author wrote."""
        return self.options

    @functools.cached_property
    def shuffled(self) -> list[Option]:
        """Options in the order of the page: the same in each build, and it tells nothing about which is right."""
        return sorted(self.options, key=lambda option: digest([self.id, option.text]))

    @property
    def answer_line(self) -> str:
        """The options that are right."""
        return "; ".join(option.markdown for option in self.options if option.right)

    @property
    def lines_from(self) -> str:
        """The snippet that options may be lines of."""
        return self.run

    def misplaced(self, snippet: Snippet, number: int, highest: int) -> tuple[str, str] | None:
        """What is wrong with a line as an option, and what to do. `highest` is the last line of the options before."""
        return None

    def completed(self, project: Project) -> tuple[Question, list[Problem]]:
        """With the numbers of those options that are lines of a program."""
        if not any(option.code for option in self.options):
            return self, []
        snippet = project.find(self.lines_from)
        lines = [without_marker(line).strip() for line in snippet.lines] if snippet else []
        options: list[Option] = []
        problems: list[Problem] = []
        highest = 0
        for option in self.options:
            places = [number for number, line in enumerate(lines, 1) if option.code and line == option.text]
            number = places[0] if places else 0
            if wrong := self._wrong_line(snippet, option, places, highest):
                problems.append(self.problem(option.line, *wrong))
            highest = max(highest, number)
            options.append(dataclasses.replace(option, number=number))
        return dataclasses.replace(self, options=tuple(options)), problems

    def _wrong_line(
        self, snippet: Snippet | None, option: Option, places: list[int], highest: int
    ) -> tuple[str, str] | None:
        if not option.code:
            return None
        if snippet and len(places) == 1:
            return self.misplaced(snippet, places[0], highest)
        name, count = self.lines_from or "no program", len(places) or "no"
        return f"{name} has {count} such line{'s' * (len(places) > 1)}.", "Copy one line of it that stands once."

    def problems(self, project: Project) -> Iterator[Problem]:
        """No two options read the same, and each means something wherever it stands."""
        seen: set[str] = set()
        for option in self.written:
            if plain(option.text) in seen:
                yield self.problem(option.line, "two options are equal.", "Replace one.")
            seen.add(plain(option.text))
        for option in self.written:
            if not self.keeps_order and not option.code and _ABOVE.search(option.text):
                what = f"{option.text!r}, but options are shuffled."
                yield self.problem(option.line, what, "Say what you mean, or add 'shuffle: false'.")

    def markdown(self) -> Iterator[str]:
        """Also each option, where it is no code, and its reason."""
        yield from super().markdown()
        yield from (option.text for option in self.options if not option.code)
        yield from (option.why for option in self.options)

    def digested(self) -> dict[str, object]:
        """The options, and which are right."""
        return {"options": [[option.text, option.right] for option in self.options]}

    def attributes(self) -> dict[str, str]:
        """Also whether the script may shuffle."""
        return super().attributes() | ({"ordered": ""} if self.keeps_order else {})

    def add_options(self, parent: ET.Element, html: Elements) -> None:
        """A list with letters."""
        if self.options:
            items = add(parent, "ol", "ls-q-options", type="A")
            for option in self.shuffled:
                self.add_option(add(items, "li"), option, html)

    def add_option(self, parent: ET.Element, option: Option, html: Elements) -> None:
        """The text of an option."""
        if option.code:
            add(parent, "code").text = html.plain(option.text)
        else:
            parent.text = html.inline(option.text)

    def note_front(self) -> list[Part]:
        """The options."""
        return [Items(tuple(option.markdown for option in self.shuffled))] if self.options else []


@dataclass(frozen=True)
class Choosing(WithOptions):
    """A question whose options are right or wrong."""

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The right options and the wrong ones."""
        right = read_options(fields, "right", right=True)
        if "right" not in fields.table:
            fields.problem(fields.table.line, "no option is right.", "Mark one under 'right:'.")
        elif cls.right_is_one_of_several and len(right) > 1:
            fields.problem(fields.table.lines["right"], "two options are right.", "Keep one, or make it a multi.")
        return {"options": (*right, *cls.wrong_options(fields))}

    @classmethod
    def wrong_options(cls, fields: QuizFields) -> tuple[Option, ...]:
        """The wrong options, which must be there."""
        if "wrong" not in fields.table:
            fields.problem(fields.table.line, "no option is wrong.", "Add two or three under 'wrong:'.")
        return read_options(fields, "wrong", right=False)

    @property
    def bound(self) -> tuple[Bound, ...]:
        """The options that its author wrote."""
        return tuple(Bound(option.text, option.right, option.check) for option in self.written)

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """Each option flipped, alone and with what decides it; a right and a wrong one swapped.

        These are swapped in two ways: their texts, under the checks that they had, and whole, with what decides them.
        """
        options = self.options
        for number, option in enumerate(options):
            yield f"option {number + 1} flipped", self._with({number: _flipped(option)})
            if option.check.by_name:
                yield f"option {number + 1} flipped with its assert", self._with({number: _turned(option)})
        right = next(number for number, option in enumerate(options) if option.right)
        for number, option in enumerate(options):
            if option.right:
                continue
            texts = {right: _under(options[right], option), number: _under(option, options[right])}
            yield f"texts {right + 1} and {number + 1} swapped", self._with(texts)
            if options[right].check.by_name and option.check.by_name:
                whole = {right: _turned(options[right]), number: _turned(option)}
                yield f"options {right + 1} and {number + 1} swapped with their asserts", self._with(whole)

    def _with(self, others: Mapping[int, Option]) -> Question:
        """The question with other options in some places."""
        options = tuple(others.get(number, option) for number, option in enumerate(self.options))
        return dataclasses.replace(self, options=options)

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """Which options are right, and why each is what it is."""
        whys = add(parent, "ol", "ls-q-whys", type="A")
        for option in self.shuffled:
            item = add(whys, "li")
            if option.right:
                item.set("data-right", "")
            word = add(item, "b")
            word.text = html.plain(_verdict(option))
            word.tail = " " + html.inline(option.why)
        super().add_answer(parent, html)

    def entry(self, rebase: Callable[[str], str]) -> dict[str, Any]:
        """The options in the order of the page."""
        options = [
            {"text": entry_text(option, rebase), "right": option.right, "why": rebase(option.why)}
            for option in self.shuffled
        ]
        return {"options": options, **super().entry(rebase)}

    def note_back(self) -> list[Part]:
        """Which options are right, and why each is what it is."""
        bold = Markup("<b>{}</b>")
        verdicts = tuple(f"{bold.format(_verdict(option))} {option.why}" for option in self.shuffled)
        return [Items(verdicts), *super().note_back()]


def _verdict(option: Option) -> str:
    return "Right." if option.right else "Wrong."


def entry_text(option: Option, rebase: Callable[[str], str]) -> str:
    """The text of an option in the bank; code holds no links."""
    return option.markdown if option.code else rebase(option.text)


def _flipped(option: Option) -> Option:
    return dataclasses.replace(option, right=not option.right)


def _turned(option: Option) -> Option:
    """An option flipped, and its assert named for the contrary."""
    return dataclasses.replace(_flipped(option), check=option.check.turned)


def _under(option: Option, other: Option) -> Option:
    """An option with the text of another under its own check."""
    return dataclasses.replace(option, text=other.text, code=other.code, number=other.number)
