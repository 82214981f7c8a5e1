"""Readers who know nothing and go by the form of the options: none of them may do better than chance. Pure.

A policy takes the options of a question in the order of print and keeps those that catch its eye. The reader picks one
of them, or any option where none does. Its score is the chance that the option it picks is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lockstep.question.decided import EMPTY, numbers, words
from lockstep.question.kinds.options import Option, plain
from lockstep.question.question import Question

MOST = 0.05  # that a policy may score above chance
_CODE = re.compile(r"`[^`]+`")

Options = Sequence[Option]
Policy = Callable[[str, Options], Options]  # of what is asked and the options


def _highest(options: Options, value: Callable[[Option], float]) -> Options:
    values = [value(option) for option in options]
    return [option for option, own in zip(options, values, strict=True) if own == max(values)]


def _only(options: Options, has: Callable[[Option], object]) -> Options:
    with_it = [option for option in options if has(option)]
    return with_it if len(with_it) == 1 else ()


def _length(option: Option) -> int:
    return len(plain(option.text))


def _asked(ask: str, option: Option) -> int:
    """How many words of a question an option repeats."""
    return len(words(option.text) & words(ask) - EMPTY)


def _likeness(option: Option, options: Options) -> float:
    """The share of its words that an option has in common with another, added up over the others."""
    own = words(option.text)
    others = [words(other.text) for other in options if other is not option]
    return sum(len(own & other) / max(len(own | other), 1) for other in others)


POLICIES: dict[str, Policy] = {
    "any": lambda ask, options: options,
    "the first": lambda ask, options: options[:1],
    "the last": lambda ask, options: options[-1:],
    "the longest": lambda ask, options: _highest(options, _length),
    "the shortest": lambda ask, options: _highest(options, lambda option: -_length(option)),
    "the only one with code": lambda ask, options: _only(options, lambda option: _CODE.search(option.markdown)),
    "the only one with a number": lambda ask, options: _only(options, lambda option: numbers(option.text)),
    "most words of the question": lambda ask, options: _highest(options, lambda option: _asked(ask, option)),
    "the odd one out": lambda ask, options: _highest(options, lambda option: -_likeness(option, options)),
    "most like the others": lambda ask, options: _highest(options, lambda option: _likeness(option, options)),
}


@dataclass(frozen=True)
class Score:
    """How often a policy picks a right option of the questions of a kind, and how often chance does, from 0 to 1."""

    policy: str
    kind: str
    score: float
    chance: float
    led: tuple[Question, ...]  # those that it gets right more often than chance

    @property
    def above(self) -> float:
        """How much better than chance it is."""
        return self.score - self.chance


def asked(questions: Sequence[Question]) -> dict[str, list[Question]]:
    """The questions with right and wrong options, by kind, and all of them as "all"; empty where there are none."""
    by_kind: dict[str, list[Question]] = {}
    for question in questions:
        if {option.right for option in question.options} == {True, False}:
            by_kind.setdefault(question.kind, []).append(question)
    together = [question for of_kind in by_kind.values() for question in of_kind]
    return dict(sorted(by_kind.items())) | ({"all": together} if together else {})


def scores(kind: str, questions: Sequence[Question]) -> list[Score]:
    """What each policy scores on questions of one kind, of which there must be some."""
    return [_score(name, policy, kind, questions) for name, policy in POLICIES.items()]


def _score(name: str, policy: Policy, kind: str, questions: Sequence[Question]) -> Score:
    hits = [_hit(question, policy) for question in questions]
    chances = [_hit(question, POLICIES["any"]) for question in questions]
    led = [question for question, hit, chance in zip(questions, hits, chances, strict=True) if hit > chance]
    return Score(
        policy=name,
        kind=kind,
        score=sum(hits) / len(questions),
        chance=sum(chances) / len(questions),
        led=tuple(led),
    )


def _hit(question: Question, policy: Policy) -> float:
    """The chance that the option which a policy picks is right."""
    options = question.shuffled
    picked = policy(question.ask, options) or options
    return sum(option.right for option in picked) / len(picked)
