"""`card`: two sides, graded by the reader."""

from __future__ import annotations

import dataclasses
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from lockstep.question.decided import near
from lockstep.question.question import UNDECIDED, Bound, Check, OnPaper, Question
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, Part


@dataclass(frozen=True)
class Card(Question):
    """A flash card: `ask` is its front."""

    kind = "card"
    takes = ("back", "shows", "check")
    needs = ("back",)
    blocks = ("ask", "why", "back")
    noun = "Card"
    reveal = "Reveal"
    seconds = 10
    can_be_marked = False
    can_be_reasoned = True
    on_paper = OnPaper("recall", pencil=True, rows=2)

    back: str = ""
    check: Check = UNDECIDED

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The other side."""
        return {"back": fields.text("back"), "check": fields.check(fields.table)}

    @property
    def bound(self) -> tuple[Bound, ...]:
        """The other side."""
        return (Bound(self.back, True, self.check),)

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """The back of other cards, those of its topic first."""
        for other in near(self, bank):
            yield f"back of {other.id}", dataclasses.replace(self, back=other.flashcard)

    @property
    def flashcard(self) -> str:
        """The other side."""
        return self.back

    def digested(self) -> dict[str, object]:
        """The other side."""
        return {"back": self.back}

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """The other side, and why."""
        html.blocks(parent, "back")
        super().add_answer(parent, html)

    def entry(self, rebase: Callable[[str], str]) -> dict[str, Any]:
        """The other side."""
        return {"back": rebase(self.back), **super().entry(rebase)}

    def note_back(self) -> list[Part]:
        """The other side."""
        return [self.back, *super().note_back()]
