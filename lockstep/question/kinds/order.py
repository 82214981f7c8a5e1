"""`order`: steps to put in their order."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question.kinds.options import Option, WithOptions, entry_text, read_options
from lockstep.question.question import OnPaper
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

    @property
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

    def note_back(self) -> list[Part]:
        """The steps in their order."""
        return [Items(tuple("<br>".join([step.markdown, step.why]) for step in self.options)), *super().note_back()]
