"""`card`: two sides, graded by the reader."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lockstep.question.question import OnPaper, Question
from lockstep.question.quiz_fields import QuizFields
from lockstep.question.rendering import Elements, Part


@dataclass(frozen=True)
class Card(Question):
    """A flash card: `ask` is its front."""

    kind = "card"
    takes = ("back",)
    needs = ("back",)
    blocks = ("ask", "why", "back")
    noun = "Card"
    reveal = "Reveal"
    seconds = 10
    can_be_marked = False
    on_paper = OnPaper("recall", pencil=True, rows=2)

    back: str = ""

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """The other side."""
        return {"back": fields.text("back")}

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
