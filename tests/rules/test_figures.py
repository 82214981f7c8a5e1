"""The rule for numbers in the texts of figures: they are drawn, or a program of the figure printed them."""

from __future__ import annotations

import pytest

from lockstep.drawings.canvas import Canvas
from lockstep.markdown import figure
from lockstep.project import Project, find_root
from lockstep.record.record import RankRecord
from lockstep.rules import figures, numerals, prose, results

FIGURE = "# Page\n\n```figure\ndraw: tests\ndata: [topic/one.py]\nalt: {alt}\nsteps:\n  - {step}\n```\n"


@pytest.fixture
def told(sandbox, monkeypatch):
    """A function from the texts of a figure that shows 12.5, of a program that printed 7, to what the rule says."""

    def draw(records):
        canvas = Canvas(420, 100)
        canvas.text(10, 20, "12.5 ms")
        return canvas

    monkeypatch.setattr(figure, "DRAWINGS", {"tests": draw})
    sandbox.snippet()
    sandbox.recorded(ranks=(RankRecord(0, ("printed 7",), ()),))

    def told(step: str, alt: str = "A box.") -> list[str]:
        sandbox.page(FIGURE.format(step=step, alt=alt), "index.md")
        return [str(problem) for problem in figures.figures_tell_what_is_drawn(sandbox.project)]

    return told


@pytest.mark.parametrize(
    "step", ["It takes 12.5 ms.", "Some 13 ms, printed 7.", "12.5 ms on each of 4 ranks.", "`f(99)`."]
)
def test_a_number_that_is_drawn_or_printed_is_silent(told, step):
    assert told(step) == []


def test_any_other_number_is_told_with_its_figure(told):
    (problem,) = told("It takes 12 ms. It takes 14 ms.")
    assert problem.startswith("docs/index.md:3: figure: 14 of 'It takes 14 ms.' is not in the drawing.")
    assert "figure: 8 of 'Two boxes of 8.'" in told("It printed 7.", alt="Two boxes of 8.")[0]


def test_a_small_number_of_a_program_counts_where_it_stands_beside_the_same_word(told):
    assert told("It printed 7.") == []
    assert "figure: 7 of 'It has 7 boxes.'" in told("It has 7 boxes.")[0]


def test_most_numbers_of_the_figures_of_the_site_are_found_when_they_are_changed():
    project = Project(find_root())
    lines = numerals.Lines(project)
    changed = found = 0
    for _, _, shown, canvas in figure.drawn(project):
        known = figures.Known.of(project, lines, shown, canvas)
        for text in map(prose.without_code, [*shown.steps, shown.alt]):
            told = [results.value(numeral[0]) for numeral in results.results(text)]
            for numeral in results.results(text):
                other = str(round(3 * results.value(numeral[0]) + 1, 6)).removesuffix(".0")
                sentence = f"{text[: numeral.start()]}{other}{text[numeral.end() :]}"
                there = results.NUMERAL.search(sentence, numeral.start())
                changed += 1
                found += not known.has(sentence, there) and not results.follows(float(other), told)
    assert changed > 300
    assert found > 0.8 * changed
