"""What is said about an answer stands in its question, its program or its calculation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lockstep.project import Project, find_root
from lockstep.question import bank
from lockstep.rules import explanations, prose
from lockstep.rules.results import results, value
from tests.question.asking import make_sound

COMPUTED = """id: one
kind: numeric
level: expert
ask: How much are 7 billion times 2?
given: {P: 7e9, hops: 2 * (64 - 1)}
answer: 2 * P
also: P + P
why: WHY
hints: ["HINT"]
traps: [{value: 3 * P, why: "TRAP"}]
proof: topic/two.py"""


@pytest.fixture
def told(sandbox):
    """What the rule says of a question that is computed, with a program that has 2 and 3 and prints 4.5."""
    make_sound(sandbox)

    def told(
        why: str = "So.", hint: str = "Count.", trap: str = "No.", given: str = "P: 7e9, hops: 2 * (64 - 1)"
    ) -> list[str]:
        text = COMPUTED.replace("WHY", f'"{why}"').replace("HINT", hint).replace("TRAP", trap)
        text = text.replace("P: 7e9, hops: 2 * (64 - 1)", given)
        sandbox.page(f"# Page\n\n~~~quiz\n{text}\n~~~\n")
        questions, unsound = bank.questions(sandbox.project)
        assert unsound == []
        return [str(problem) for problem in explanations.explanations_are_given(sandbox.project, questions)]

    return told


@pytest.mark.parametrize(
    "why",
    [
        "It is 14 billion.",  # the answer
        "It is not 21 billion.",  # a trap
        "After 126 hops.",  # given by a formula
        "As it prints, 4.5 MB.",
        "7 and 7 are 14.",
        "**Rank 77** of 64 ranks.",
    ],
)
def test_what_the_question_has_is_silent(told, why):
    assert told(why) == []


@pytest.mark.parametrize("place", ["why", "hint", "trap"])
def test_any_other_number_is_told_with_its_question(told, place):
    (problem,) = told(**{place: "There are 31 hops."})
    assert problem.startswith("docs/index.md:3: quiz 'one': 31 of 'There are 31 hops.' stands in no program, option")


def test_what_is_so_in_the_first_draw_alone_is_not_given(told):
    drawn = "P: 7e9 in 6e9 | 7e9, hops: 31"
    assert told("It is not 21 billion.") == []  # a trap
    assert len(told("It is not 21 billion.", given=drawn)) == 1
    assert told("After 31 hops.", given=drawn) == []


def test_two_loose_numbers_do_not_give_a_third(told):
    assert len(told("After 62 hops of 31 and 31.")) == 3


def test_most_numbers_of_the_explanations_of_the_site_are_found_when_they_are_changed():
    project = Project(find_root())
    changed = found = 0
    for question in bank.questions(project)[0]:
        why = prose.without_code(question.why)
        for numeral in results(why) if not question.reasoned else ():
            changed += 1
            other = f"{round(3 * value(numeral[0]) + 1, 6):.6f}".rstrip("0").rstrip(".")
            told = replace(question, why=f"{why[: numeral.start()]}{other}{why[numeral.end() :]}")
            found += any(True for _ in explanations.explanations_are_given(project, [told]))
    assert changed > 400
    assert found > 0.8 * changed
