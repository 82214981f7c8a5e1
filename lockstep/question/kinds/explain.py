"""`explain`: an answer in the reader's own words, held against a model."""

from __future__ import annotations

import dataclasses
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lockstep.question.decided import near
from lockstep.question.question import Bound, Check, OnPaper, Question
from lockstep.question.quiz_fields import CHECKS, QuizFields
from lockstep.question.rendering import Elements, Items, Part, add
from lockstep.question.yaml_lines import Table


@dataclass(frozen=True)
class Explain(Question):
    """A model answer, and the concepts that a reader ticks where they were named."""

    kind = "explain"
    takes = ("model", "concepts")
    needs = ("model", "concepts")
    blocks = ("ask", "why", "model")
    seconds = 120
    can_be_marked = False
    can_be_reasoned = True
    on_paper = OnPaper("explain", rows=6)

    model: str = ""
    concepts: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """Model and concepts, each with what decides it, if anything does."""
        items = fields.table.get("concepts")
        if not isinstance(items, list) or not any(isinstance(item, Table) for item in items):
            concepts = fields.texts("concepts")
            return {"model": fields.text("model"), "concepts": concepts, "checks": (Check(),) * len(concepts)}
        tables = fields.tables("concepts", ("text",), optional=CHECKS)
        concepts, checks = tuple(str(table["text"]) for table in tables), tuple(map(fields.check, tables))
        return {"model": fields.text("model"), "concepts": concepts, "checks": checks}

    @property
    def bound(self) -> tuple[Bound, ...]:
        """The concepts."""
        return tuple(Bound(text, True, check) for text, check in zip(self.concepts, self.checks, strict=True))

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """A concept of another question, those of its topic first."""
        for other in near(self, bank):
            if isinstance(other, Explain):
                concepts = (other.concepts[0], *self.concepts[1:])
                yield f"a concept of {other.id}", dataclasses.replace(self, concepts=concepts)

    @property
    def answer_line(self) -> str:
        """The model."""
        return self.model

    def markdown(self) -> Iterator[str]:
        """Also the concepts."""
        yield from super().markdown()
        yield from self.concepts

    def digested(self) -> dict[str, object]:
        """Model and concepts."""
        return {"model": self.model, "concepts": self.concepts}

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """Model, why, and the concepts."""
        html.blocks(parent, "model")
        super().add_answer(parent, html)
        items = add(parent, "ul", "ls-q-concepts")
        for concept in self.concepts:
            add(items, "li").text = html.inline(concept)

    def entry(self, rebase: Callable[[str], str]) -> dict[str, Any]:
        """Model and concepts."""
        concepts = [rebase(concept) for concept in self.concepts]
        return {"model": rebase(self.model), **super().entry(rebase), "concepts": concepts}

    def note_back(self) -> list[Part]:
        """Model and concepts."""
        return [self.model, *super().note_back(), Items(self.concepts, lettered=False)]
