"""The rule that a question supposes of its program what is so: its numbers stand there, in the output or an option."""

from __future__ import annotations

from collections.abc import Iterator

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.decided import numbers
from lockstep.question.programs import record_of
from lockstep.question.question import Question
from lockstep.rules import prose
from lockstep.rules.results import follows, results, rounding, value
from lockstep.snippet.snippet import Snippet


def numbers_of_program(project: Project, snippet: Snippet) -> set[float]:
    """The numbers of a program, of the files beside it that it imports, and of what it printed."""
    texts = [(project.root / path).read_text("utf-8") for path in snippet.files if path.endswith(".py")]
    record = record_of(project, snippet)
    texts += [line for rank in (record.ranks if record else ()) for line in (*rank.stdout, *rank.stderr)]
    return set().union(*map(numbers, texts))


def is_known(numeral: str, known: set[float]) -> bool:
    """Whether a program or a drawing has a number, or one that it rounds."""
    return any(abs(value(numeral) - number) <= rounding(numeral) for number in known)


def premises_are_in_the_program(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """Each number of a question stands in its program or an option, or follows from others of it by one step."""
    for question in questions:
        snippet = project.find(question.run) if question.told_by_its_run else None
        if snippet is None or snippet.problems:
            continue
        known = numbers_of_program(project, snippet).union(*(numbers(option.text) for option in question.options))
        told = [numeral[0] for numeral in results(prose.without_code(question.ask))]
        given = [value(numeral) for numeral in told]
        for numeral in told:
            if not is_known(numeral, known) and not follows(value(numeral), given):
                what = f"{numeral} of the question is neither in {snippet.name} nor in what it printed."
                yield question.problem(
                    question.lines["ask"], what, "Say what the program has, or leave the number out."
                )
