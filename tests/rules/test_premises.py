"""What a question supposes of its program stands in the program, in its output or in an option."""

from __future__ import annotations

import pytest

from lockstep.project import Project, find_root
from lockstep.question import bank
from lockstep.rules import premises, prose
from lockstep.rules.results import follows, results, value
from tests.question.asking import PREDICT, make_sound


@pytest.fixture
def told(sandbox):
    """What the rule says of a question on a program that has 2 and 3, prints 4.5, and has an option of 5."""
    make_sound(sandbox)

    def told(ask: str) -> list[str]:
        text = PREDICT.replace("What does **rank 1** print?", f'"{ask}"')
        sandbox.page(f"# Page\n\n~~~quiz\n{text}\n~~~\n")
        questions, problems = bank.questions(sandbox.project)
        assert problems == []
        return [str(problem) for problem in premises.premises_are_in_the_program(sandbox.project, questions)]

    return told


@pytest.mark.parametrize(
    "ask",
    ["With 3 MB?", "It is 4.5 MB.", "Of 5 MB?", "3 MB and 5 MB, 15 in all?", "**Rank 77** of 64 ranks?", "`f(99)`?"],
)
def test_what_the_program_has_is_silent(told, ask):
    assert told(ask) == []


def test_any_other_number_is_told_with_the_line_of_its_question(told):
    (problem,) = told("With 6 MB?")
    assert problem.startswith(
        "docs/index.md:7: quiz 'one': 6 of the question is neither in topic/two.py nor in what it"
    )


def test_most_numbers_of_the_questions_of_the_site_are_found_when_they_are_changed():
    project = Project(find_root())
    changed = found = 0
    for question in bank.questions(project)[0]:
        snippet = project.find(question.run) if question.told_by_its_run else None
        told = [value(numeral[0]) for numeral in results(prose.without_code(question.ask))] if snippet else []
        known = premises.numbers_of_program(project, snippet) if told else set()
        for number in told:
            changed += 1
            other = 2 * number + 3.7
            found += not premises.is_known(f"{other:.1f}", known) and not follows(other, told)
    assert changed > 250
    assert found > 0.9 * changed
