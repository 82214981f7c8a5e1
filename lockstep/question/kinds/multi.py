"""`multi`: several options may be right."""

from __future__ import annotations

from dataclasses import dataclass

from lockstep.question.kinds.choice import Choice
from lockstep.question.question import OnPaper


@dataclass(frozen=True)
class Multi(Choice):
    """Options of which a reader ticks all that are right."""

    kind = "multi"
    right_is_one_of_several = False
    on_paper = OnPaper("all that are right", pencil=True)
