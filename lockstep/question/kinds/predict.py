"""`predict`: what a program prints. The right option comes from its record."""

from __future__ import annotations

import dataclasses
import functools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lockstep.problem import Problem, command
from lockstep.project import Project
from lockstep.question import programs
from lockstep.question.decided import EMPTY, figures, words
from lockstep.question.kinds.options import Choosing, Option, plain
from lockstep.question.question import Bound, OnPaper, Question
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, add
from lockstep.question.yaml_lines import Table
from lockstep.record import judge, output
from lockstep.record.record import Record
from lockstep.snippet import pattern
from lockstep.snippet.snippet import Snippet

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBER = r"[-+]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?(e[-+]?\d+)?|[-+]?inf|nan"
_ONE = re.compile(rf"({_NUMBER})( ?(%|[kKMGT]i?B|B|[num]?s))?")
_LIST = re.compile(r"[\[(][\[\](), \-.\de+]*[\])]")
_TYPED = 40  # characters of an answer that people can be asked to type
_PLACE = "a place in the record, such as {rank: 1, line: 1}, {rank: 0, line: error}, with find: for a part"


@dataclass(frozen=True)
class Recorded:
    """Where the answer stands in a record.

    Attributes:
        rank: the rank that printed it.
        line: 1-based line of what it printed; 0: the exception it raised.
        find: pattern; its first group is the answer, where only a part of the line is asked for.
        guilty: the answer is the rank that the others fell with.
    """

    rank: int = 0
    line: int = 1
    find: str = ""
    guilty: bool = False


@dataclass(frozen=True)
class Predict(Choosing):
    """What does it print? `log`: what the program left in the terminal is shown, not the program."""

    kind = "predict"
    takes = ("answer", "wrong", "log")
    needs = ("run", "answer", "why")
    told_by_its_run = True
    on_paper = OnPaper("what it prints")

    recorded: Recorded = Recorded()
    log: bool = False

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The wrong options, and where the right one is on record."""
        return {
            "options": cls.wrong_options(fields),
            "recorded": _recorded(fields),
            "log": fields.flag("log", False),
        }

    @property
    def keeps_order(self) -> bool:
        """The options to a log are ranks, in their order."""
        return self.log

    @property
    def written(self) -> tuple[Option, ...]:
        """The wrong ones; the right one is on record."""
        return tuple(option for option in self.options if not option.right)

    @property
    def bound(self) -> tuple[Bound, ...]:
        """None: the record decides the right option, and each wrong one differs from it."""
        return ()

    def undecided(self, project: Project) -> Iterator[Problem]:
        """What is asked names the rank and the line whose output is the answer, where others print something else."""
        yield from self._said_again()
        if "answer" not in self.lines:  # told when it was read
            return
        place = self.recorded
        snippet = project.find(self.run)
        record = programs.record_of(project, snippet) if snippet else None
        if place.guilty or record is None or place.rank >= len(record.ranks):
            return
        asked = {int(number) for number in re.findall(r"\brank (\d+)", _bold(self.ask, r"\brank \d").lower())}
        others = {_line_of(rank.stdout, place.line) for rank in record.ranks}
        if asked and place.rank not in asked and len(others) > 1:
            what = f"asks for rank {', '.join(map(str, sorted(asked)))}; the answer is of rank {place.rank}."
            yield self.problem(self.lines["answer"], what, "Fix one of them.")
        if not asked and not self.log and len(others - {""}) > 1:  # to a log the answer is a rank
            what = "does not say which rank is asked for; they print different things."
            yield self.problem(self.lines["ask"], what, "Name the rank.")
        lines = record.ranks[place.rank].stdout
        if place.line and len(set(lines)) > 1 and not _says_which(self.ask, place.line, lines):
            what = f"does not say which of {len(lines)} lines is asked for."
            todo = f"Name a word that only {lines[place.line - 1]!r} has, or its place: first, second, last."
            yield self.problem(self.lines["ask"], what, todo)

    def _said_again(self) -> Iterator[Problem]:
        """A wrong option has other numbers than the answer, or is built like it and differs in a word."""
        for answer in [option for option in self.options if option.right and figures(option.text)]:
            for option in self.written:
                own, others = words(option.text) - EMPTY, words(answer.text) - EMPTY
                rest = {word for word in own if not figures(word)}
                is_parallel = own - others and others - own and 2 * len(rest & others) >= len(rest)
                if figures(option.text) == figures(answer.text) and not is_parallel:
                    what = f"{option.text!r} says the answer, {answer.text!r}, in other words."
                    yield self.problem(option.line, what, "Replace it.")

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """Another rank asked, another line."""
        place = self.recorded
        question = dataclasses.replace(self, options=self.written)
        for rank in () if place.guilty else sorted({0, 1} - {place.rank}):
            yield f"rank {rank} asked", dataclasses.replace(question, recorded=dataclasses.replace(place, rank=rank))
        for line in sorted({1, place.line + 1} - {place.line}) if place.line and not place.guilty else ():
            yield f"line {line} asked", dataclasses.replace(question, recorded=dataclasses.replace(place, line=line))

    @functools.cached_property
    def shuffled(self) -> list[Option]:
        """Ranks in their order."""
        return sorted(self.options, key=lambda option: option.text) if self.log else super().shuffled

    def completed(self, project: Project) -> tuple[Question, list[Problem]]:
        """With the right option from the record, which takes `why` for its reason."""
        snippet = project.find(self.run)
        assert snippet  # the bank has looked for it
        record = programs.record_of(project, snippet)
        if record is None:
            todo = f"Run: {command('record', self.run)}"
            problem = self.problem(self.lines["run"], programs.lacking(project, snippet), todo)
            return self, [] if snippet.problems else [problem]
        if self.log and not programs.terminal(snippet, record):
            todo = "Set log = true in the program and record it."
            return self, [self.problem(self.lines["log"], f"the record of {self.run} has no log.", todo)]
        answer, why_not = _answer(snippet, record, self.recorded)
        if why_not:
            return self, [self.problem(self.lines["answer"], why_not, "Fix 'answer:'.")]
        right = Option(answer, self.why, right=True, code=not self.log, line=self.lines["answer"])
        problems = [
            self.problem(option.line, f"this distractor is the answer, {answer!r}.", "Replace it.")
            for option in self.options
            if _typed_alike(option.text) == _typed_alike(answer)
        ]
        return dataclasses.replace(self, options=(right, *self.options), why=""), problems

    def terminal(self, project: Project) -> list[str]:
        """The log, where the question is about it."""
        snippet = project.find(self.run) if self.log else None
        record = programs.record_of(project, snippet) if snippet else None
        return programs.terminal(snippet, record) if snippet and record else []

    @property
    def is_typed(self) -> bool:
        """Whether the answer is typed before options are offered: one short line of output, and no error or rank."""
        right = next((option.text for option in self.options if option.right), "")
        return bool(right and self.recorded.line and not self.log) and len(right) <= _TYPED

    @property
    def prompt(self) -> str:
        """What a reader is asked to type. Where one option is no number, it does not say that the answer is one."""
        texts = [option.text.strip("`") for option in self.options]
        if all(_ONE.fullmatch(text) for text in texts):
            return "Type a number."
        if all(_LIST.fullmatch(text) for text in texts):
            return "Type a list of numbers."
        return "Type what it prints."

    def attributes(self) -> dict[str, str]:
        """Also whether the answer is typed."""
        return super().attributes() | ({"typed": ""} if self.is_typed else {})

    def add_options(self, parent: ET.Element, html: Elements) -> None:
        """Also where the script puts a field; without it and on paper there are the options alone."""
        if self.is_typed:
            add(parent, "p", "ls-q-field ls-screen").text = self.prompt
        super().add_options(parent, html)

    @property
    def shows_program(self) -> bool:
        """Not where its log stands in the place of its program."""
        return not self.log and super().shows_program

    def add_program(self, parent: ET.Element, html: Elements) -> None:
        """The program or its log."""
        if self.log:
            html.terminal(parent, self.terminal(html.project))
        else:
            super().add_program(parent, html)

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """Also all that it printed."""
        super().add_answer(parent, html)
        html.output(parent)


def _recorded(fields: QuizFields) -> Recorded:
    value = fields.table.get("answer")
    if value is None:
        return Recorded()
    if value == "guilty":
        return Recorded(guilty=True)
    if not isinstance(value, Table) or not set(value) <= {"rank", "line", "find"}:
        fields.wrong_type("answer", _PLACE)
        return Recorded()
    rank, line, find = (str(value.get(key, default)) for key, default in (("rank", "0"), ("line", "1"), ("find", "")))
    if not re.fullmatch(r"[0-9]{1,4}", rank) or not re.fullmatch(r"error|[1-9][0-9]{0,5}", line):
        fields.wrong_type("answer", _PLACE)
        return Recorded()
    if why := _wrong_pattern(find):
        fields.problem(value.lines["find"], f"the pattern {find!r} {why}.", pattern.TODO)
        return Recorded()
    return Recorded(int(rank), 0 if line == "error" else int(line), find)


def _wrong_pattern(text: str) -> str:
    if why := pattern.wrong(text):
        return why
    return "" if not text or re.compile(text).groups == 1 else "has not one group, which is the answer"


def _answer(snippet: Snippet, record: Record, place: Recorded) -> tuple[str, str]:
    """The answer as it was printed, or what is wrong with the place asked for."""
    if place.guilty:
        guilty = judge.guilty(snippet, record)
        return ("", "the record tells no rank from the others.") if guilty is None else (f"rank {guilty}", "")
    if place.rank >= len(record.ranks):
        return "", f"the record has no rank {place.rank}; it has {len(record.ranks)}."
    rank = record.ranks[place.rank]
    if not place.line:
        error = output.raised(rank.stderr, snippet.path)
        return (str(error).splitlines()[0], "") if error else ("", f"rank {place.rank} raised nothing.")
    if place.line > len(rank.stdout):
        return "", f"rank {place.rank} has no line {place.line} on record; it printed {len(rank.stdout)}."
    line = rank.stdout[place.line - 1]
    if not place.find:
        return line.strip(), ""
    match = pattern.search(place.find, line)
    return (match[1].strip(), "") if match and match[1] else ("", f"find: {place.find!r} is not in {line!r}.")


def _typed_alike(text: str) -> str:
    """An option as the script compares it: of a list of numbers, the numbers."""
    text = plain(text)
    inside = re.fullmatch(r"[\[(]([^\[(]*)[\])]", text)
    try:
        return ", ".join(repr(float(part)) for part in inside[1].replace(",", " ").split()) if inside else text
    except ValueError:
        return text


def _bold(text: str, pattern: str) -> str:
    """The words in bold that match a pattern, which say what is asked for; where there are none, the whole text."""
    parts = [part for part in re.findall(r"\*\*(.+?)\*\*", text, re.S) if re.search(pattern, part)]
    return " ".join(parts) or text


def _line_of(lines: Sequence[str], number: int) -> str:
    """A line from 1; the lines together where it is 0, and "" where there is none."""
    return "\n".join(lines) if not number else lines[number - 1] if number <= len(lines) else ""


def _says_which(ask: str, number: int, lines: Sequence[str]) -> bool:
    """Whether a question tells a line from the others: by its place, or by a word that only it has."""
    if number > len(lines):
        return False
    own = words(lines[number - 1]).difference(*(words(line) for n, line in enumerate(lines, 1) if n != number))
    own |= {_ORDINALS[number - 1]} if number <= len(_ORDINALS) else set()
    own |= {"last"} if number == len(lines) else set()
    known = {*_ORDINALS, "last"}.union(*map(words, lines)) - set[str].intersection(*map(words, lines))
    bold = words(_bold(ask, ""))
    return bool((own - EMPTY) & (bold if bold & (known - EMPTY) else words(ask)))
