"""Questions that give their answer away by their form, ask two things, or ask the same again, are told."""

from __future__ import annotations

import pytest

from lockstep.question import bank
from lockstep.rules import cues
from tests.question.asking import CARD, CHOICE, MULTI, NUMERIC, PREDICT, make_sound, page


@pytest.fixture
def told(sandbox):
    """What the rules of this module say of questions on one page."""
    make_sound(sandbox)

    def problems(*questions: str) -> list[str]:
        page(sandbox, *(text.replace("id: one", f"id: q{number}") for number, text in enumerate(questions)))
        bank_of_page, wrong = bank.questions(sandbox.project)
        assert wrong == []
        rules = (cues.questions_give_nothing_away, cues.shortness_tells_nothing, cues.numbers_are_asked_once)
        found = [problem for rule in rules for problem in rule(sandbox.project, bank_of_page)]
        return [str(problem).removeprefix("docs/index.md:") for problem in found]

    return problems


SOUND = CHOICE.replace("this,", "thus it,").replace("that,", "there,")


@pytest.mark.parametrize("question", [SOUND, MULTI.replace("right: {text: this, why: Because.}", "right: [{text: a, why: b}, {text: c, why: d}]"), PREDICT, NUMERIC, CARD])  # fmt: skip
def test_a_plain_question_has_no_problem(told, question):
    assert told(question) == []


@pytest.mark.parametrize(
    ("question", "old", "new", "problem"),
    [
        (
            CARD,
            "What?",
            "What is it, and why?",
            "7: quiz 'q0': this card asks two things: 'and why'. Make it two cards.",
        ),
        (CARD, "What?", "What is it? Where is it?", "this card asks two things"),
        (
            SOUND,
            "text: thus it",
            'text: "`thus` it"',
            "8: quiz 'q0': only the right option holds code. Give a distractor the same",
        ),
        (SOUND, "thus", "thus 3", "only the right option holds a number."),
        (SOUND, "What is it?", "What is it in step 3?", "'step 3' is only on its page. Say all of it in the question"),
        (SOUND, "What is it?", "What does the table say?", "'the table' is only on its page."),
        (SOUND, "What is it?", "What is it above?", "'above' is only on its page."),
        (MULTI, "kind", "kind", "8: quiz 'q0': one option is right. Make it a choice, or add another."),
    ],
)
def test_a_fault_is_told_with_its_line(told, question, old, new, problem):
    assert any(problem in text for text in told(question.replace(old, new, 1)))


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (CARD, "What?", "Which is it, `and what`?"),
        (SOUND, "text: those", 'text: "`those`"'),
        (SOUND, "What is it?", 'What is it in step 3?\npage-only: "true"'),
        (PREDICT, "print?", "print in step 3?"),
        (SOUND, "What is it?", "What lies below 100 %?"),
    ],
)
def test_what_only_looks_like_it_is_left_alone(told, question, old, new):
    assert told(question.replace(old, new, 1)) == []


def test_the_shortest_option_of_most_questions_of_a_page(told):
    short = SOUND.replace("thus it", "so")
    assert told(short, short, SOUND, SOUND) == []
    found = told(short, short, short, SOUND)
    assert found == [
        "3: in 3 of 4 questions of this page the right option is the shortest. Lengthen some, or shorten a distractor."
    ]


def test_the_same_numbers_are_asked_once(told):
    assert told(NUMERIC, NUMERIC.replace("N: 8", "N: 4")) == []
    assert (
        "asks for the same numbers as 'q0', docs/index.md:3. Take other numbers, or drop one."
        in told(NUMERIC, NUMERIC)[0]
    )


def test_a_guess_that_beats_chance_is_told(sandbox):
    make_sound(sandbox)
    page(sandbox, *(CHOICE.replace("this,", "it is this,").replace("one", f"q{n}", 1) for n in range(10)))
    questions, _ = bank.questions(sandbox.project)
    found = [str(problem) for problem in cues.guesses_are_no_better_than_chance(sandbox.project, questions)]
    assert (
        "docs/index.md:3: who picks 'the longest' is right in 100.0% of choice questions; chance is 33.3%. "
        "Reword options of some: q0, q1, q2, q3, q4, q5, q6, q7, q8, q9." in found
    )
    assert list(cues.guesses_are_no_better_than_chance(sandbox.project, questions[:9])) == []  # too few to tell
