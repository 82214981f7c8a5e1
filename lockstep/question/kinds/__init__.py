"""The kinds of questions, a class in a module of its own for each. Nothing else names a kind, but question.js."""

from __future__ import annotations

from lockstep.question.kinds.card import Card
from lockstep.question.kinds.choice import Choice
from lockstep.question.kinds.debug import Debug
from lockstep.question.kinds.explain import Explain
from lockstep.question.kinds.line import Line
from lockstep.question.kinds.multi import Multi
from lockstep.question.kinds.numeric import Numeric
from lockstep.question.kinds.order import Order
from lockstep.question.kinds.predict import Predict
from lockstep.question.question import Question

KINDS: dict[str, type[Question]] = {
    kind.kind: kind for kind in (Choice, Multi, Predict, Debug, Numeric, Order, Explain, Card, Line)
}
