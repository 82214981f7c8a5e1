"""Which runs of a page are veiled, by which questions."""

from __future__ import annotations

import pytest

from lockstep.page import Page
from lockstep.question import veil
from tests.question.asking import CHOICE, DEBUG, NUMERIC, PREDICT
from tests.question.kinds.test_line import LINE


def asked(question: str, run: str = "topic/one.py", between: int = 1) -> list[str]:
    """The questions that veil a run, which stands so many lines below the one question of a page."""
    page = Page(f"# Page\n\n~~~quiz\n{question}\n~~~" + "\n" * between + f"~~~run\n{run}\n~~~\n")
    return veil.asked_above("docs/index.md", page, page.ours[-1])


@pytest.mark.parametrize(
    ("question", "run"),
    [
        (PREDICT, "topic/two.py"),
        (CHOICE, "topic/one.py"),
        (DEBUG, "topic/broken.py"),
        (DEBUG, "topic/one.py"),
        (CHOICE.replace("No.", "No., check: \"says('2', of='topic/two.py')\""), "topic/two.py"),
        (CHOICE + '\ndecides: value("{}", of="topic/two.py")', "topic/two.py"),
        (NUMERIC + '\nalso: value("{}", of="topic/two.py")', "topic/two.py"),
    ],
)
def test_a_question_veils_the_runs_that_its_answer_is_read_from(question, run):
    assert asked(question, run) == ["one"]
    assert asked(question, "topic/other.py") == []


def test_a_run_out_of_view_or_above_is_not_veiled():
    assert asked(CHOICE, between=veil.SCREEN) == ["one"]
    assert asked(CHOICE, between=veil.SCREEN + 1) == []
    above = Page(f"~~~run\ntopic/one.py\n~~~\n\n~~~quiz\n{CHOICE}\n~~~\n")
    assert veil.asked_above("docs/index.md", above, above.ours[0]) == []


def test_what_is_folded_is_near_to_the_questions_of_its_section():
    far = "\n" * 2 * veil.SCREEN
    run = "~~~run\ntopic/one.py\n~~~\n"
    question = f"## Part\n\n~~~quiz\n{CHOICE}\n~~~\n"
    for between, path, asked in (
        ("### Fold", "docs/ddp/index.md", ["one"]),
        ("### Fold", "docs/ddp/deep.md", ["one"]),
        ("### Fold", "docs/ddp/why.md", []),
        ("## Next\n\n### Fold", "docs/ddp/index.md", []),
        ("Text.", "docs/ddp/index.md", []),
    ):
        page = Page(f"{question}\n{between}\n{far}{run}")
        assert veil.asked_above(path, page, page.ours[-1]) == asked


def test_a_run_can_be_asked_for_twice():
    page = Page(
        f"~~~quiz\n{CHOICE}\n~~~\n~~~quiz\n{CHOICE.replace('id: one', 'id: two')}\n~~~\n~~~run\ntopic/one.py\n~~~\n"
    )
    assert veil.asked_above("docs/index.md", page, page.ours[-1]) == ["one", "two"]
    assert veil.veils("docs/index.md", page)
    assert not veil.veils("docs/index.md", Page("~~~run\ntopic/one.py\n~~~\n"))


@pytest.mark.parametrize(
    ("question", "run", "is_fix"),
    [
        (DEBUG, "topic/one.py", True),
        (DEBUG, "topic/broken.py", False),  # its code stands in the question
        (LINE, "topic/two.py", True),
        (PREDICT, "topic/two.py", False),
    ],
)
def test_the_code_that_a_question_asks_for_is_veiled_too(question, run, is_fix):
    page = Page(f"# Page\n\n~~~quiz\n{question}\n~~~\n~~~run\n{run}\n~~~\n")
    assert veil.is_fix("docs/index.md", page, page.ours[-1]) is is_fix
    page = Page(f"# Page\n\n~~~quiz\n{question}\n~~~" + "\n" * (veil.SCREEN + 1) + f"~~~run\n{run}\n~~~\n")
    assert not veil.is_fix("docs/index.md", page, page.ours[-1])
