"""`order`: steps to put in their order."""

from __future__ import annotations

import dataclasses
import functools
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.kinds.options import Option, WithOptions, entry_text, read_options
from lockstep.question.programs import record_of
from lockstep.question.question import OnPaper, Question
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, Items, Part, add
from lockstep.snippet.snippet import Snippet

_FEWEST = 3  # steps; two are no order to find out


@dataclass(frozen=True)
class Order(WithOptions):
    """Steps, written in the right order; those that are code are lines of the first proof."""

    kind = "order"
    takes = ("steps",)
    needs = ("steps",)
    on_paper = OnPaper("number the steps", pencil=True)

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The steps."""
        return {"options": read_options(fields, "steps", right=True, one_is_enough=False)}

    @property
    def lines_from(self) -> str:
        """The snippet that proves the order."""
        return next(iter(self.proofs), "")

    @functools.cached_property
    def shuffled(self) -> list[Option]:
        """Never the right order."""
        options = super().shuffled
        return options[1:] + options[:1] if options == list(self.options) else options

    def misplaced(self, snippet: Snippet, number: int, highest: int) -> tuple[str, str] | None:
        """A line above that of the step before."""
        if number >= highest:
            return None
        what = f"in {self.lines_from} this line stands above the step before."
        return what, "Put the steps in the order of the proof."

    def problems(self, project: Project) -> Iterator[Problem]:
        """There are enough steps."""
        yield from super().problems(project)
        if "steps" in self.lines and len(self.options) < _FEWEST:
            yield self.problem(self.lines["steps"], "has fewer than three steps.", "Add some.")

    def undecided(self, project: Project) -> Iterator[Problem]:
        """All steps stand in one place, the output or the code of a proof, each below the one before."""
        if not self.options:  # told when it was read
            return
        places = [self._places(project, step) for step in self.options]
        for step, step_places in zip(self.options, places, strict=True):
            if not step.code and not step.check.at:
                todo = "Add 'at:' with words that a proof prints or has in its code, where this happens."
                yield self.problem(step.line, f"nothing decides where {step.text!r} stands.", todo)
            elif not step_places:
                todo = "Copy words from the output of rank 0, or from the program."
                yield self.problem(step.check.line, f"no proof prints or has {step.check.at!r}.", todo)
        common = [where for where in places[0] if all(where in others for others in places)]
        if not common and all(places):
            yield self.problem(self.lines["steps"], "its steps stand in no one place.", "Take words from one place.")
        for where in common[:1]:
            for number, step in enumerate(self.options[1:], 1):
                if places[number][where] <= places[number - 1][where]:
                    what = f"{step.text!r} stands above the step before, in {where}."
                    yield self.problem(step.line, what, "Put the steps in the order in which they happen.")

    def _places(self, project: Project, step: Option) -> dict[str, tuple[int, int]]:
        """Line and column where a step first stands, by place: "the output of X", "the code of X"."""
        if step.code:
            return {f"the code of {self.lines_from}": (step.number, 0)} if step.number else {}
        places: dict[str, tuple[int, int]] = {}
        for name in self.evidence if step.check.at else ():
            snippet = project.find(name)
            record = record_of(project, snippet) if snippet else None
            texts = {f"the output of {name}": record.ranks[0].stdout if record and record.ranks else ()}
            texts |= {f"the code of {name}": tuple(snippet.lines)} if snippet else {}
            for where, lines in texts.items():
                matches = [(n, line.find(step.check.at)) for n, line in enumerate(lines, 1) if step.check.at in line]
                places |= {where: matches[0]} if matches else {}
        return places

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """Two neighbours swapped."""
        for number in range(len(self.options) - 1):
            steps = list(self.options)
            steps[number : number + 2] = steps[number + 1], steps[number]
            yield f"steps {number + 1} and {number + 2} swapped", dataclasses.replace(self, options=tuple(steps))

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """The steps in their order, each with its place among the shuffled ones."""
        items = add(parent, "ol", "ls-q-whys")
        places = self.shuffled
        for step in self.options:
            item = add(items, "li")
            item.set("data-place", str(places.index(step)))
            self.add_option(item, step, html)
            add(item, "br").tail = html.inline(step.why)
        super().add_answer(parent, html)

    def entry(self, rebase: Callable[[str], str]) -> dict[str, Any]:
        """The steps in their order."""
        steps = [{"text": entry_text(step, rebase), "why": rebase(step.why)} for step in self.options]
        return {"steps": steps, **super().entry(rebase)}

    @property
    def answer_line(self) -> str:
        """The steps in their order."""
        return ", then ".join(step.markdown for step in self.options)

    def note_back(self) -> list[Part]:
        """The steps in their order."""
        return [Items(tuple("<br>".join([step.markdown, step.why]) for step in self.options)), *super().note_back()]
