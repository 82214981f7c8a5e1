"""All rules together: each problem once, as soon as it is found, and none hides another."""

from __future__ import annotations

from lockstep.drawings.catalogue import DRAWINGS
from lockstep.question.kinds.predict import Predict
from lockstep.rules import everything, snippets
from tests.question.asking import CHOICE, PREDICT, make_sound, page

FIGURE = "```figure\ndraw: {}\nsource: x\nalt: x\nsteps: [x]\n```\n"


def told(sandbox) -> list[str]:
    return [str(problem) for problem in everything.problems(sandbox.project)]


def test_a_rule_that_fails_hides_no_other(sandbox, monkeypatch):
    def fails(project):
        yield from snippets.snippets_are_shown(project)
        raise KeyError("x")

    sandbox.snippet()
    before = told(sandbox)
    monkeypatch.setattr(snippets, "RULES", (fails, *snippets.RULES))
    bug = "the rule fails: lockstep itself failed here: KeyError('x'). Report it."
    assert sorted(told(sandbox)) == sorted([*before, bug])


def test_a_rule_that_fails_over_a_question_names_it_and_judges_the_others(sandbox, monkeypatch):
    def fails(self, project):
        if self.id in ("one", "three"):
            raise IndexError(self.id)
        yield self.problem(self.line, "is judged.", "Rest.")

    monkeypatch.setattr(Predict, "undecided", fails)
    make_sound(sandbox)
    page(sandbox, *(PREDICT.replace("id: one", f"id: {name}") for name in ("one", "two", "three")))
    lines = [line for line in told(sandbox) if "itself failed" in line or "is judged" in line]
    head = "lockstep itself failed here, in the rule answers_are_decided: IndexError"
    assert lines == [
        f"docs/index.md:3: {head}('one'). Report it with this file.",
        "docs/index.md:15: quiz 'two': is judged. Rest.",
        f"docs/index.md:27: {head}('three'). Report it with this file.",
    ]


def test_a_question_that_is_to_be_written_is_judged_when_it_is_written(sandbox):
    make_sound(sandbox)
    page(sandbox, CHOICE.replace("ask: What is it?", "ask: 'TO WRITE: what is it?'"))
    of_page = [line for line in told(sandbox) if line.startswith("docs/index.md") and "navigation" not in line]
    assert of_page == ["docs/index.md:7: to write: what is it?'"]
    page(sandbox, CHOICE)
    assert any("nothing decides" in line for line in told(sandbox))


def test_a_problem_is_told_before_the_next_rule_runs(sandbox, monkeypatch):
    def never(project):
        raise AssertionError("no one has asked for more problems yet")

    sandbox.snippet()
    monkeypatch.setattr(snippets, "RULES", (snippets.snippets_are_shown, never))
    assert "is shown on no page" in str(next(everything.problems(sandbox.project)))


def test_a_drawing_that_fails_hides_no_other(sandbox, monkeypatch):
    def fails(records):
        return records["topic/none.py"]

    monkeypatch.setitem(DRAWINGS, "broken", fails)
    sandbox.page("# A\n\n" + FIGURE.format("broken") + "\n" + FIGURE.format("no"))
    figures = [line for line in told(sandbox) if ": figure: " in line]
    assert figures[0] == (
        "docs/index.md:4: figure: broken: is drawn from topic/none.py, which 'data' does not name or which is not on record. "
        "Fix the drawing."
    )
    assert figures[1].startswith("docs/index.md:11: figure: no draw is called 'no'.")


def test_a_question_that_fails_hides_no_other(sandbox, monkeypatch):
    def fails(self, project):
        raise IndexError(self.id)

    monkeypatch.setattr(Predict, "completed", fails)
    make_sound(sandbox)
    page(sandbox, PREDICT, PREDICT.replace("id: one", "id: two"))
    bugs = [line for line in told(sandbox) if "lockstep itself failed" in line]
    assert bugs[0].startswith("docs/index.md:3: lockstep itself failed here: IndexError('one').")
    assert len(bugs) == 2
