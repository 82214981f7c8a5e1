"""What a question supposes stands in its program, in the output, in an option or in its calculation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lockstep.project import Project, find_root
from lockstep.question import bank
from lockstep.rules import premises, prose
from lockstep.rules.results import results, value
from tests.question.asking import CARD, PREDICT, make_sound

COMPUTED = """id: one
kind: numeric
level: expert
ask: ASKED
given: {P: 7e9, share: 0.6, third: 7 / 3}
answer: 2 * P
also: P + P
why: Count.
proof: topic/two.py"""


@pytest.fixture
def problems(sandbox):
    """What the rule says of a question."""
    make_sound(sandbox)

    def problems(text: str) -> list[str]:
        sandbox.page(f"# Page\n\n~~~quiz\n{text}\n~~~\n")
        questions, unsound = bank.questions(sandbox.project)
        assert unsound == []
        return [str(problem) for problem in premises.premises_are_given(sandbox.project, questions)]

    return problems


@pytest.fixture
def told(problems):
    """The same of one on a program that has 2 and 3, prints 4.5, and has an option of 5."""
    return lambda ask: problems(PREDICT.replace("What does **rank 1** print?", f'"{ask}"'))


@pytest.fixture
def computed(problems):
    """The same of one that is computed from 7e9, 0.6 and 7 / 3."""
    return lambda ask: problems(COMPUTED.replace("ASKED", f'"{ask}"'))


@pytest.mark.parametrize(
    "ask",
    ["With 3 MB?", "It is 4.5 MB.", "Of 5 MB?", "3 MB and 5 MB, 15 in all?", "**Rank 77** of 64 ranks?", "`f(99)`?"],
)
def test_what_the_program_has_is_silent(told, ask):
    assert told(ask) == []


def test_any_other_number_is_told_with_the_line_of_its_question(told):
    (problem,) = told("With 6 MB?")
    assert problem.startswith("docs/index.md:7: quiz 'one': 6 of the question stands in no program, option or calc")


def test_a_small_whole_number_is_not_taken_for_one_that_is_rounded(told):
    assert len(told("Of 4 MB?")) == 1


@pytest.mark.parametrize("ask", ["How much is 7 billion times 2?", "Of 60 %, 2 times?", "What do 2.33 twice make?"])
def test_a_number_of_a_calculation_is_found_in_another_unit_or_rounded(computed, ask):
    assert computed(ask) == []


def test_a_calculation_needs_no_program(computed):
    (problem,) = computed("How much is 3 times 2?")  # the program of the question has a 3
    assert "3 of the question stands in no program" in problem


def test_a_question_that_has_a_claim_is_held_to_it_and_one_that_is_reasoned_to_nothing(problems):
    asked = CARD.replace("What?", "What are 6 and 9?")
    assert "9 of the question" in problems(asked.replace("1 + 1 == 2", "6 + 1 == 7"))[0]
    assert problems(asked.replace("1 + 1 == 2", "6 + 9 == 15")) == []
    assert problems(asked.replace("proof: 1 + 1 == 2", "proof: topic/one.py\nevidence: reasoned")) == []


def test_most_numbers_of_the_questions_of_the_site_are_found_when_they_are_changed():
    project = Project(find_root())
    changed = found = 0
    for question in bank.questions(project)[0]:
        ask = prose.without_code(question.ask)
        told = [*results(ask)] if not question.reasoned else []
        for numeral in told:
            changed += 1
            other = f"{3 * value(numeral[0]) + 1:g}"
            asked = f"{ask[: numeral.start()]}{other}{ask[numeral.end() :]}"
            found += any(True for _ in premises.premises_are_given(project, [replace(question, ask=asked)]))
    assert changed > 1000
    assert found > 0.84 * changed
