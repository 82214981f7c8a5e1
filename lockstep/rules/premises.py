"""The rule that a question supposes what is so: what decides it has its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.decided import numbers
from lockstep.question.programs import PROGRAM, record_of
from lockstep.question.question import Question
from lockstep.rules import prose
from lockstep.rules.results import follows, results, rounding, value
from lockstep.snippet.snippet import Snippet

# How many times as large a number can be in a calculation as in a text: 7 billion, 60 %, 5 µs, 2 GiB.
_SCALES = (1, 1e3, 1e6, 1e9, 1e12, 1e-2, 1e-3, 1e-6, 1e-9, 2.0**10, 2.0**20, 2.0**30)
_EXACT = 100
_DRAWN = re.compile(r"<span data-n=[^>]*>[^<]*</span>")  # a number that a formula of the question fills in


def numbers_of_program(project: Project, snippet: Snippet) -> set[float]:
    """The numbers of a program, of the files beside it that it imports, and of what it printed."""
    texts = [(project.root / path).read_text("utf-8") for path in snippet.files if path.endswith(".py")]
    record = record_of(project, snippet)
    texts += [line for rank in (record.ranks if record else ()) for line in (*rank.stdout, *rank.stderr)]
    return set().union(*map(numbers, texts))


def is_known(numeral: str, known: set[float]) -> bool:
    """Whether a program or a drawing has a number, or one that it rounds."""
    return any(abs(value(numeral) - number) <= rounding(numeral) for number in known)


def is_rare(numeral: str) -> bool:
    """Whether a number hardly stands in a program by chance: it has decimals, or is 100 or more."""
    return "." in numeral or value(numeral) >= _EXACT


def is_in(numeral: str, known: set[float]) -> bool:
    """Whether a program has a number, or one that it rounds; one that is not rare must be there as it is written."""
    return is_known(numeral, known) if is_rare(numeral) else value(numeral) in known


def premises_are_given(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """Each number of a question stands where its answer comes from, or follows from others of it by one step.

    A question that is reasoned, and says so, is left out: no run and no calculation has its numbers.
    """
    for question in questions:
        told = typed(question, question.ask) if not question.reasoned else []
        if not told:
            continue
        run = set() if question.expression else printed(project, question)  # a calculation names its own numbers
        known = calculated(question)
        loose = [numeral for numeral in told if not is_in(numeral, run) and not is_calculated(numeral, known)]
        beside = numbers(prose.without_code(question.ask)) - set(map(value, loose))
        for numeral in loose:
            if not follows(value(numeral), [*beside]):
                what = f"{numeral} of the question stands in no program, option or calculation that decides it."
                todo = "Say what the program has, name the number in 'given:', or leave it out."
                yield question.problem(question.lines["ask"], what, todo)


def typed(question: Question, text: str) -> list[str]:
    """The numbers of one of its texts that its author has typed, from left to right; no formula fills them in."""
    return [numeral[0] for numeral in results(prose.without_code(_DRAWN.sub("…", question.marked(text))))]


def printed(project: Project, question: Question) -> set[float]:
    """The numbers of the programs that decide a question, with what they printed."""
    names = [question.run] if question.told_by_its_run else [*question.evidence, question.run]
    names += PROGRAM.findall(" ".join(question.claims))
    snippets = filter(None, map(project.find, filter(None, names)))
    return set().union(*(numbers_of_program(project, snippet) for snippet in snippets if not snippet.problems))


def calculated(question: Question) -> set[float]:
    """The numbers that a question is given, and those of its options and claims."""
    texts = [*(option.text for option in question.options), *(bound.text for bound in question.bound)]
    return question.constants.union(*map(numbers, [*texts, *question.claims]))


def is_calculated(numeral: str, known: set[float]) -> bool:
    """Whether a calculation has a number, which a text may give in another unit; decimals may be rounded."""
    slack = rounding(numeral) if "." in numeral else 1e-9 * value(numeral)
    return any(abs(value(numeral) - number / scale) <= slack for scale in _SCALES for number in known)
