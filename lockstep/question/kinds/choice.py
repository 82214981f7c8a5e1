"""`choice`: one option is right."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from lockstep.question.kinds.options import Choosing, Option
from lockstep.question.question import OnPaper
from lockstep.question.quiz_fields import QuizFields


@dataclass(frozen=True)
class Choice(Choosing):
    """Options of which one is right; `keeps_order` where they stand in the order they were written in."""

    kind = "choice"
    takes = ("right", "wrong", "shuffle")
    right_is_one_of_several = True
    can_be_reasoned = True
    on_paper = OnPaper("one is right", pencil=True)

    keeps_order: bool = False

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """Options, and whether they are shuffled."""
        return super().own_fields(fields) | {"keeps_order": not fields.flag("shuffle", True)}

    @functools.cached_property
    def shuffled(self) -> list[Option]:
        """As they were written, where that is asked for."""
        return sorted(self.options, key=lambda option: option.line) if self.keeps_order else super().shuffled
