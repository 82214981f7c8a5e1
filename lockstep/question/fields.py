"""Typed access to a YAML block: what is missing, unknown or of another type becomes a problem with its line. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from lockstep.problem import BlockProblem, did_you_mean
from lockstep.question.yaml_lines import Items, Table, Text


class Fields:
    """Takes typed values out of a table. A value of another type is a problem, and counts as missing."""

    def __init__(self, table: Table, problems: list[BlockProblem]) -> None:
        self.table, self.problems = table, problems

    def problem(self, line: int, what: str, todo: str) -> None:
        """Add a problem. `line` is 0-based within the block."""
        self.problems.append((line, what, todo))

    def text(self, key: str) -> str:
        """A text; empty where there is none."""
        value = self.table.get(key)
        if value is None:
            return ""
        if not isinstance(value, Text) or not value.strip():
            self.wrong_type(key, "a text")
            return ""
        return value.strip("\n")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where there is none."""
        value = self.table.get(key)
        if value is None:
            return ()
        is_list = isinstance(value, Items) and len(value) > 0
        if not is_list or not all(isinstance(item, Text) and item.strip() for item in value):
            self.wrong_type(key, "a list of texts")
            return ()
        return tuple(item.strip("\n") for item in value)

    def flag(self, key: str, default: bool) -> bool:
        """`true` or `false`."""
        value = self.table.get(key, str(default).lower())
        if value not in ("true", "false"):
            self.wrong_type(key, "true or false")
        return value == "true"

    def one_of(self, key: str, known: Sequence[str]) -> str:
        """A word out of those known; it must be there."""
        value = self.text(key)
        if key not in self.table:
            self.problem(self.table.line, f"{key!r} is missing.", f"Add '{key}:' with one of: {', '.join(known)}.")
        elif value and value not in known:
            self.problem(self.table.lines[key], f"no {key} is called {value!r}.", did_you_mean(value, known))
            return ""
        return value

    def tables(
        self, key: str, needed: tuple[str, ...], one_is_enough: bool = False, optional: tuple[str, ...] = ()
    ) -> list[Table]:
        """The mappings of a list; those that lack a key or have another are left out and reported."""
        value = self.table.get(key)
        items = [value] if isinstance(value, Table) and one_is_enough else value
        if value is None:
            return []
        if not isinstance(items, list) or not items or not all(isinstance(item, Table) for item in items):
            self.wrong_type(key, f"a list; each item has {' and '.join(f'{word!r}' for word in needed)}")
            return []
        return [item for item in items if self._has(key, item, needed, optional)]

    def _has(self, key: str, item: Table, needed: tuple[str, ...], optional: tuple[str, ...]) -> bool:
        """Whether an item has what it needs and nothing else; `line:` may stand for `text:`."""
        keys = ["line" if word == "text" and "line" in item else word for word in needed]
        missing = [word for word in keys if not isinstance(item.get(word), Text) or not item[word].strip()]
        known = (*keys, *optional)
        unknown = [word for word in item if word not in known]
        for word in missing:
            self.problem(item.line, f"{key}: this item has no {word!r}.", f"Add '{word}:'.")
        for word in unknown:
            todo = did_you_mean(word, known) if item[word] else "Put quotes around a text that holds a comma."
            self.problem(item.lines[word], f"{key}: an item has no key {word!r}.", todo)
        return not missing and not unknown

    def wrong_type(self, key: str, meaning: str) -> None:
        """Say, once, what a key is meant to hold."""
        problem = (self.table.lines[key], f"{key!r} is wrong.", f"It is {meaning}.")
        if problem not in self.problems:
            self.problems.append(problem)
