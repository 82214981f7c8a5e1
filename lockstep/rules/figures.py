"""The rule that what is told of a figure is in it: each number of its texts is drawn, or its programs printed it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lockstep.drawings.canvas import Canvas
from lockstep.markdown import figure
from lockstep.markdown.figure import Figure
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.decided import numbers
from lockstep.rules import prose
from lockstep.rules.premises import is_known, numbers_of_program
from lockstep.rules.results import follows, results, value


def figures_tell_what_is_drawn(project: Project) -> Iterator[Problem]:
    """Each number in the texts of a figure stands in its drawing, or in what it is drawn from."""
    for path, fence, told, canvas in figure.drawn(project):
        known = numbers_of(project, told, canvas)
        texts = [prose.without_code(text) for text in (*told.steps, told.alt)]
        given = [value(numeral[0]) for text in texts for numeral in results(text)]
        for text in texts:
            for sentence in prose.SENTENCE.findall(text):
                for numeral in results(sentence):
                    if not is_known(numeral[0], known) and not follows(value(numeral[0]), given):
                        what = f"figure: {numeral[0]} of {sentence.strip()[:60]!r} is not in the drawing."
                        yield Problem(path, fence.line, what, "Say what the figure shows, or leave the number out.")


def numbers_of(project: Project, told: Figure, canvas: Canvas) -> set[float]:
    """The numbers that are written in a drawing, and those of the programs it is drawn from, with what they printed."""
    programs = (numbers_of_program(project, snippet) for snippet in filter(None, map(project.find, told.data)))
    return set().union(*map(numbers, [canvas.written, *canvas.parameter]), *programs)


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (figures_tell_what_is_drawn,)
