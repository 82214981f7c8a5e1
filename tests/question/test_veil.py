"""Which runs of a page are veiled, by which questions."""

from __future__ import annotations

import pytest

from lockstep.page import Page
from lockstep.question import reader, veil
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


RUN = "\n~~~run\ntopic/two.py\n~~~\n"


@pytest.mark.parametrize(
    ("question", "run", "shown"),
    [
        (PREDICT, "topic/two.py", "one"),
        (PREDICT, "topic/two.py\nshow: code", "one"),
        (PREDICT, "topic/two.py\nshow: output", ""),
        (PREDICT, "topic/two.py\nfrom: topic/one.py", ""),
        (PREDICT, "topic/two.py\nregion: loop", ""),
        (f"{PREDICT}\nregion: loop", "topic/two.py\nregion: loop", "one"),
        (f"{PREDICT}\nlog: true", "topic/two.py", ""),  # it shows its log instead
        (DEBUG, "topic/broken.py", "one"),
        (DEBUG, "topic/one.py", ""),
        (CHOICE, "topic/one.py", ""),  # its proof, which it does not show
        (LINE, "topic/two.py\nregion: loop", ""),  # a line of it is left out
    ],
)
def test_a_question_that_shows_the_code_of_a_run_is_found(question, run, shown):
    page = Page(f"# Page\n\n~~~quiz\n{question}\n~~~\n\n~~~run\n{run}\n~~~\n")
    found = veil.shown_above("docs/index.md", page, page.ours[-1])
    assert (found.id if found else "") == shown
    asked = reader.read("docs/index.md", page.ours[0].line, page.ours[0].body)[0]
    assert veil.lends_its_code(page, asked) is bool(shown)


def test_of_two_questions_on_one_program_the_nearer_one_lends_its_code():
    second = PREDICT.replace("id: one", "id: two")
    page = Page(f"~~~quiz\n{PREDICT}\n~~~\n~~~quiz\n{second}\n~~~\n{RUN}")
    questions = [reader.read("docs/index.md", fence.line, fence.body)[0] for fence in page.ours[:2]]
    assert [veil.lends_its_code(page, question) for question in questions] == [False, True]


@pytest.mark.parametrize(
    ("between", "is_apart"),
    [("", False), ("Two of them:\n", False), ("### Fold\n", True), (RUN.replace("two", "three"), True)],
)
def test_a_heading_or_another_run_between_a_question_and_its_run_sets_them_apart(between, is_apart):
    page = Page(f"## Part\n\n~~~quiz\n{PREDICT}\n~~~\n\n{between}{RUN}")
    question = veil.shown_above("docs/index.md", page, page.ours[-1])
    assert question
    assert veil.is_apart(page, question, page.ours[-1]) is is_apart
