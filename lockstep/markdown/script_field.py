"""The field to paste a script into: a `script` fence, with programs of this site as samples and all rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from lockstep.explain.script import check, names, reader, source
from lockstep.explain.script.rule import Pattern, Rule, rules

_LEFT_OUT = {"broken", "fixed"}  # of a rule: the page says what they prove


def known() -> dict[str, Any]:
    """All that the script of the page searches for."""
    shared = (names.SHARED, reader.SHARED, source.SHARED, check.SHARED)
    return {"rules": [_plain(rule) for rule in rules()], **{name: value for one in shared for name, value in one.items()}}


def _plain(thing: Rule | Pattern) -> dict[str, Any]:
    """A rule or a pattern as JSON has it, without what is as it is by default."""
    found = {}
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if field.name in _LEFT_OUT or value in ("", (), None, False, frozenset()) and field.name not in ("meets", "used"):
            continue
        if value is None or value == {}:
            continue
        if isinstance(value, frozenset):
            value = sorted(value)
        elif isinstance(value, Sequence) and value and isinstance(value[0], Pattern):
            value = [_plain(pattern) for pattern in value]
        found[field.name] = value
    return found
