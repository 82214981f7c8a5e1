"""The rule that what is told of a figure is in it: each number of its texts is drawn, or its programs printed it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lockstep.drawings.canvas import Canvas
from lockstep.markdown import figure
from lockstep.markdown.figure import Figure
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.decided import numbers
from lockstep.question.programs import record_of
from lockstep.rules import prose
from lockstep.rules.results import follows, results, rounding, value


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
    texts = [canvas.written, *canvas.parameter]
    for snippet in filter(None, map(project.find, told.data)):
        texts.append(snippet.source)
        record = record_of(project, snippet)
        texts += [line for rank in (record.ranks if record else ()) for line in (*rank.stdout, *rank.stderr)]
    return set().union(*map(numbers, texts))


def is_known(numeral: str, known: set[float]) -> bool:
    """Whether a drawing has a number, or one that it rounds."""
    return any(abs(value(numeral) - number) <= rounding(numeral) for number in known)


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (figures_tell_what_is_drawn,)
