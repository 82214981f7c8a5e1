"""The rule that what is told of a figure is in it: each number of its texts is drawn, or its programs printed it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lockstep.drawings.canvas import Canvas
from lockstep.markdown import figure
from lockstep.markdown.figure import Figure
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.decided import numbers
from lockstep.rules import prose
from lockstep.rules.numerals import Line, Lines, is_near, words_at
from lockstep.rules.premises import is_known, is_rare, numbers_of_program
from lockstep.rules.results import follows, results, value


def figures_tell_what_is_drawn(project: Project) -> Iterator[Problem]:
    """Each number in the texts of a figure stands in its drawing, or in what it is drawn from."""
    lines = Lines(project)
    for path, fence, told, canvas in figure.drawn(project):
        known = Known.of(project, lines, told, canvas)
        for text in map(prose.without_code, (*told.steps, told.alt)):
            beside = [value(numeral[0]) for numeral in results(text)]
            for sentence in prose.SENTENCE.findall(text):
                for numeral in results(sentence):
                    if not known.has(sentence, numeral) and not follows(value(numeral[0]), beside):
                        what = f"figure: {numeral[0]} of {sentence.strip()[:60]!r} is not in the drawing."
                        yield Problem(path, fence.line, what, "Say what the figure shows, or leave the number out.")


@dataclass(frozen=True)
class Known:
    """What is known of a figure.

    Attributes:
        drawn: numbers that are written in it.
        run: those of the programs it is drawn from, and of what they printed.
        near: the same, each with the words around it.
    """

    drawn: set[float]
    run: set[float]
    near: list[Line]

    @classmethod
    def of(cls, project: Project, lines: Lines, told: Figure, canvas: Canvas) -> Known:
        """What is known of one figure."""
        drawn = set().union(*map(numbers, [canvas.written, *canvas.parameter]))
        programs = (numbers_of_program(project, snippet) for snippet in filter(None, map(project.find, told.data)))
        near = [line for name in told.data for line in lines.of_program(name)]
        return cls(drawn, set().union(*programs), near)

    def has(self, sentence: str, numeral: re.Match[str]) -> bool:
        """Whether a number of a sentence is drawn or printed, where a small whole one stands beside the same word."""
        known = self.drawn | self.run if is_rare(numeral[0]) else self.drawn
        return is_known(numeral[0], known) or is_near(value(numeral[0]), words_at(sentence, numeral), self.near)


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (figures_tell_what_is_drawn,)
