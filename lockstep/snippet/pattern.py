r"""Regular expressions that authors write: `volatile` of a snippet and `find` of a question. None can take long.

`re` tries all ways in which the loops of a pattern (`*`, `+`, `?`, `{}` and `|`) can share a text, and nothing can stop
it. A loop in a loop doubles these ways with each letter; loops side by side multiply them. So a pattern has two loops
at most, none in another, and is looked for in the first letters of a line: that takes half a second at worst.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from re import _parser  # type: ignore[attr-defined]
from typing import Any

TODO = "Take words of the line; see the contributing guide."
_LONGEST = 200  # letters of a pattern
_LOOPS = 2
_REACH = 500  # letters of a line
_ONE_WAY = {"LITERAL", "NOT_LITERAL", "ANY", "IN", "AT"}
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT"}


def wrong(pattern: str) -> str:
    """Why a pattern cannot be taken, as words that follow its name; empty where it can."""
    if len(pattern) > _LONGEST:
        return f"is longer than {_LONGEST} letters"
    try:
        with warnings.catch_warnings(action="ignore"):
            depth, loops = _measured(_parser.parse(pattern))
    except (re.error, OverflowError, RecursionError) as error:
        return f"is no regular expression: {error}"
    except _Unknown as error:
        return f"uses {error}, which can take any time"
    if depth > 1:
        return "has a loop (* + ? {} |) in another, which can take any time"
    return f"has {loops} loops (* + ? {{}} |), and {_LOOPS} are the most" if loops > _LOOPS else ""


def search(pattern: str, line: str) -> re.Match[str] | None:
    """The first place of a line where a pattern, one that is not `wrong`, matches."""
    return re.compile(pattern).search(line, 0, _REACH)


class _Unknown(Exception):
    """A pattern looks ahead, behind or back at a group."""


def _measured(items: Iterable[tuple[Any, Any]]) -> tuple[int, int]:
    """How deep the loops of a parsed pattern lie in each other, and how many there are."""
    depth = loops = 0
    for code, value in items:
        name = str(code)
        if name in _ONE_WAY:
            continue
        if name == "SUBPATTERN":
            parts, own = [value[3]], 0
        elif name == "BRANCH":
            parts, own = value[1], 1
        elif name in _REPEATS:
            parts, own = [value[2]], 1
        else:
            raise _Unknown(name.lower().replace("_", " "))
        inner = [_measured(part) for part in parts]
        depth = max(depth, own + max(part[0] for part in inner))
        loops += own + sum(part[1] for part in inner)
    return depth, loops
