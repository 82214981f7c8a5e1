"""A record as text for people: what each rank printed, where and when. For `git diff` and for reviews.

It must show whatever a file holds, also one that was edited by hand: a field that it does not know is shown as JSON,
and a file that is no record as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

_OURS = {
    "format",
    "digest",
    "snippet",
    "profile",
    "key",
    "command",
    "date",
    "seconds",
    "engine",
    "environment",
    "ranks",
}


def as_text(content: str) -> str:
    """The content of a record's file as lines of text, in which what cannot be seen is written as an escape."""
    try:
        table = json.loads(content)
        lines = [*_head(table), *_ranks(table["ranks"])]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        lines = content.splitlines()
    return "".join(f"{_visible(line)}\n" for line in lines)


def _visible(line: str) -> str:
    """A line whose control characters, also those that turn the direction of text, are escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def _head(table: dict[str, Any]) -> Iterator[str]:
    yield f"{table['snippet']} on {table['profile']}"
    yield from (f"$ {line}" for line in table["command"].split("\n"))
    yield f"snippet: {table['key'][:16]}"
    yield f"recorded: {table['date']}, {table['engine']}"
    yield f"seconds: {table['seconds']}"
    yield from (f"{name}: {value}" for name, value in sorted(table["environment"].items()))
    for name in sorted(table.keys() - _OURS):
        value = table[name]
        if isinstance(value, list) and all(isinstance(line, str) for line in value):
            yield f"{name}:"
            yield from (f"  {line}" for line in value)
        else:
            yield f"{name}: {json.dumps(value, ensure_ascii=False)}"


def _ranks(ranks: list[dict[str, Any]]) -> Iterator[str]:
    for number, rank in enumerate(ranks):
        rest = {name: value for name, value in rank.items() if name not in ("stdout", "stderr", "exit") and value}
        facts = "".join(f", {name} {json.dumps(value, ensure_ascii=False)}" for name, value in sorted(rest.items()))
        yield f"rank {number}: exit {rank['exit']}{facts}"
        yield from (f"  {line}" for line in rank["stdout"])
        yield from (f"  stderr: {line}" for line in rank["stderr"])
