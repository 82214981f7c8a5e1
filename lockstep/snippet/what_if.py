"""The tables `[[tool.lockstep.what-if]]` in the head of a snippet: the edits of its author. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MEANING = (
    "a list of tables, each with line and either label and becomes, or stays: a sentence that says why nothing changes"
)


@dataclass(frozen=True)
class WhatIf:
    """A named edit, or why a program does the same without a line.

    Attributes:
        line: the code of one line, without its indent and its comment.
        label: a few words for readers, such as "Rank 1 is slow".
        becomes: what stands there instead of the line.
        stays: why nothing changes without the line; then there is no label.
    """

    line: str
    label: str = ""
    becomes: str = ""
    stays: str = ""


def is_list(value: Any) -> bool:
    """Whether a value of the head is a list of such tables."""
    return isinstance(value, list) and all(isinstance(table, dict) and _is_table(table) for table in value)


def _is_table(table: dict[str, Any]) -> bool:
    texts = all(isinstance(text, str) and text.strip() for text in table.values())
    return texts and set(table) in ({"line", "label", "becomes"}, {"line", "stays"})


def read(tables: list[dict[str, str]]) -> tuple[WhatIf, ...]:
    """The tables of a head."""
    return tuple(WhatIf(**table) for table in tables)
