"""An answer that stands in view below its question is told, unless the run that holds it is veiled."""

from __future__ import annotations

import pytest

from lockstep.question import bank
from lockstep.record.record import RankRecord
from lockstep.rules.spoilers import answers_are_not_in_view
from tests.question.asking import CHOICE, NUMERIC, make_sound

SAID = CHOICE.replace("text: this", "text: the weights drift").replace("text: that", "text: nothing happens")
COUNTED = NUMERIC.replace("How many?", "How many gigabytes are sent?").replace("2 * (N - 1) / N", "2 * N - 5")
RUN = "```run\ntopic/other.py\n```"


@pytest.fixture
def told(sandbox):
    """What the rule says of a question and of the text below it."""
    make_sound(sandbox)
    sandbox.snippet("print(7)", "topic/other.py")
    sandbox.recorded("topic/other.py", ranks=(RankRecord(0, ("nothing", "the weights drift"), ()),))

    def problems(question: str, below: str) -> list[str]:
        sandbox.page(f"# Page\n\n~~~quiz\n{question}\n~~~\n\n{below}\n")
        questions, wrong = bank.questions(sandbox.project)
        assert wrong == []
        return [str(problem) for problem in answers_are_not_in_view(sandbox.project, questions)]

    return problems


@pytest.mark.parametrize(
    ("question", "below"),
    [
        (SAID, "## The weights drift"),
        (SAID, "Then **the weights drift**."),
        (SAID, "Then the `weights` drift."),
        (SAID, "**Drift of all weights**"),  # its words, in a title
        (SAID, RUN),  # in its output
        (COUNTED, "All in all 11 gigabytes travel."),
        (COUNTED + "\nunit: GB", "It costs 11 GB."),
    ],
)
def test_an_answer_in_view_is_told(told, question, below):
    (problem,) = told(question, below)
    assert problem.startswith("docs/index.md:3: quiz 'one': line ")
    assert " tells its answer, '" in problem


@pytest.mark.parametrize(
    ("question", "below"),
    [
        (SAID, "Then all weights may drift."),
        (SAID, "\n" * 30 + "Then the weights drift."),
        (SAID.replace("topic/one.py", "topic/other.py"), RUN),  # veiled
        (SAID, RUN.replace("```run", "```text") + "\n"),
        (COUNTED, "There are 11 ranks."),
        (COUNTED, "It takes 11.5 gigabytes or 111."),
    ],
)
def test_what_does_not_answer_is_not_told(told, question, below):
    assert told(question, below) == []


def test_the_title_of_a_run_is_read(told, sandbox):
    path = sandbox.root / "snippets/topic/other.py"
    path.write_text(path.read_text().replace("One is one.", "The weights drift."))
    sandbox.recorded("topic/other.py")
    assert "The weights drift." in told(SAID, RUN)[0]
