"""What keeps a layout from running: the rules of `rules.toml`, which the page of the planner uses too."""

from __future__ import annotations

import dataclasses
import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from lockstep import expression

_RULES = Path(__file__).with_name("rules.toml")
_ARITHMETIC = re.compile(r"{(.*?)}")


@dataclasses.dataclass(frozen=True)
class Rule:
    """One rule.

    Attributes:
        test: a program that gives something else than 0 where the rule is broken.
        text: words and programs in turn, beginning and ending with words.
    """

    test: str
    text: tuple[str, ...]


@functools.cache
def rules() -> tuple[Rule, ...]:
    """All rules."""
    found = tomllib.loads(_RULES.read_text(encoding="utf-8"))["rule"]
    return tuple(Rule(expression.program(one["test"]), _parts(one["text"])) for one in found)


def _parts(text: str) -> tuple[str, ...]:
    parts = _ARITHMETIC.split(text)
    return tuple(expression.program(part) if at % 2 else part for at, part in enumerate(parts))


def can_run(at: Mapping[str, float]) -> bool:
    """Whether no rule is broken."""
    return not any(expression.calculate(rule.test, at) for rule in rules())


def faults(at: Mapping[str, float]) -> list[str]:
    """What is wrong with a layout, each in a sentence; nothing where it can run.

    Args:
        at: the model, the job, the cluster and the layout, by the names of `formulas.toml`, and `gpus`.
    """
    return [_told(rule, at) for rule in rules() if expression.calculate(rule.test, at)]


def _told(rule: Rule, at: Mapping[str, float]) -> str:
    values = (f"{expression.calculate(part, at):,.0f}" if n % 2 else part for n, part in enumerate(rule.text))
    return "".join(values)
