"""What a program does without one of its lines, with another line, or with more or fewer ranks. One file a snippet.

Some variants are offered to readers below the program; others decide what a question of the kind `line` accepts.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from lockstep.expression import NOT_PYTHON
from lockstep.problem import Problem
from lockstep.record import schema
from lockstep.record.record import MOST_BYTES, replace
from lockstep.record.schema import Unreadable
from lockstep.snippet import edit
from lockstep.snippet.edit import Edit
from lockstep.snippet.snippet import Snippet

FOLDER = "snippets/what-if"
FORMAT = 1  # raise it when the rules change by which a variant is offered, so that all are run again
SAME = "same"

Asked = Mapping[int, Sequence[str]]  # the texts that questions ask for, by the number of the line


@dataclass(frozen=True)
class Told:
    """What one rank did: the lines it printed, at most a dozen, and how it ended, in words; empty where it finished."""

    lines: tuple[str, ...] = ()
    end: str = ""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A run of a changed program.

    Attributes:
        edit: what was changed; None where only the number of ranks was.
        count: the number of ranks.
        end: "same", "finished", "error" or "hang".
        ranks: by rank; empty where the run did the same as on record.
    """

    edit: Edit | None
    count: int
    end: str
    ranks: tuple[Told, ...] = ()


@dataclass(frozen=True)
class WhatIfs:
    """The variants of a snippet that are offered to readers, those questions ask for, and the key they ran with."""

    key: str
    variants: tuple[Variant, ...]
    asked: tuple[Variant, ...] = ()

    def of_line(self, line: int) -> Variant | None:
        """The variant without a line, or with what stands there instead."""
        return next((v for v in self.variants if v.edit and not v.edit.label and v.edit.line == line), None)


def path_of(root: Path, profile: str, name: str) -> Path:
    """Path of the variants of a snippet."""
    return root / FOLDER / profile / Path(name).with_suffix(".json")


def read(root: Path, profile: str, name: str) -> WhatIfs | None:
    """The variants on record of a snippet, also of another state of it; None where there is no whole file."""
    path = path_of(root, profile, name)
    try:
        saved = path.stat()
        return _read(path, (saved.st_mtime_ns, saved.st_size))
    except (OSError, Unreadable, ValueError, KeyError, TypeError, RecursionError):
        return None


@functools.lru_cache(maxsize=4096)  # a snippet is shown on several pages
def _read(path: Path, saved: tuple[int, ...]) -> WhatIfs:
    table = schema.read_json(path, MOST_BYTES)
    if table["format"] != FORMAT:
        raise ValueError(table["format"])
    offered, asked = (tuple(map(_variant, table.get(name, ()))) for name in ("variants", "asked"))
    return WhatIfs(str(table["key"]), offered, asked)


def _variant(table: dict[str, Any]) -> Variant:
    return Variant(
        edit=Edit(int(table["line"]), str(table["text"]), str(table["label"])) if table["line"] else None,
        count=int(table["count"]),
        end=str(table["end"]),
        ranks=tuple(Told(tuple(map(str, told["lines"])), str(told["end"])) for told in table["ranks"]),
    )


def write(snippet: Snippet, profile: str, variants: Sequence[Variant], asked: Sequence[Variant] = ()) -> None:
    """Write the variants of a snippet in one step.

    Raises:
        OSError: nothing was written, and the old file is unchanged.
    """
    path = path_of(snippet.root, profile, snippet.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    table = {"format": FORMAT, "key": snippet.key, "variants": [_table(variant) for variant in variants]}
    if asked:
        table["asked"] = [_table(variant) for variant in asked]
    replace(path, json.dumps(table, ensure_ascii=False, indent=1) + "\n")


def _table(variant: Variant) -> dict[str, Any]:
    change = asdict(variant.edit) if variant.edit else {"line": 0, "text": "", "label": ""}
    return {**change, "count": variant.count, "end": variant.end, "ranks": [asdict(told) for told in variant.ranks]}


def names(root: Path, profile: str) -> list[str]:
    """Names of the snippets with variants on record. Some of the snippets may no longer exist."""
    folder = root / FOLDER / profile
    return sorted(path.relative_to(folder).with_suffix(".py").as_posix() for path in folder.rglob("[!.]*.json"))


def current(snippet: Snippet, profile: str) -> WhatIfs | None:
    """The variants on record of a snippet as it is now; None where there are none."""
    known = read(snippet.root, profile, snippet.name)
    return known if known and known.key == snippet.key else None


def is_stale(snippet: Snippet, profile: str, asked: Asked) -> bool:
    """Whether the variants of a snippet are missing, broken, of another state of it, or others than those asked for."""
    known = current(snippet, profile)
    return known is None or {variant.edit for variant in known.asked} != set(asked_edits(asked))


def asked_edits(asked: Asked) -> list[Edit]:
    """The edits that questions ask for, by line."""
    return [Edit(line, text) for line, text in sorted({(line, text) for line in asked for text in asked[line]})]


def is_offered(snippet: Snippet) -> bool:
    """Whether readers are offered variants: the snippet has several ranks on one host, which the warm engine runs."""
    command, needs = snippet.command, snippet.needs
    is_plain = not (command.hosts or command.env or command.options)
    is_simulated = needs.simulates or "LocalTensorMode" in snippet.source
    return command.ranks > 1 and is_plain and needs.cpu and not (needs.exclusive or is_simulated)


def unexplained(snippet: Snippet, variants: Sequence[Variant]) -> Iterator[Problem]:
    """A problem for each line without which nothing changes, where its author does not say why.

    A program whose claim is how it ends needs no reason: such a line has no part in that.
    """
    if snippet.needs.expect:
        return
    reasons = edit.stays(snippet)
    for variant in variants:
        if variant.end == SAME and variant.edit and variant.edit.line not in reasons:
            what = "without this line the program does the same."
            if variant.edit.label:
                what = f"with the edit {variant.edit.label!r} the program does the same."
            todo = "Take it out, or say why it stays: [[tool.lockstep.what-if]] with line and stays."
            yield Problem(snippet.path, variant.edit.line, what, todo)


def misplaced(snippet: Snippet) -> Iterator[Problem]:
    """A problem for each edit in the head of a snippet that names no line of it, or makes no Python of it."""
    for what in snippet.needs.what_if:
        line = edit.place(snippet, what)
        if not line:
            todo = "Write the code of one line of it, without indent and comment."
            yield Problem(snippet.path, 0, f"what-if: {what.line!r} is not one line of the program.", todo)
        elif what.label:
            try:
                compile(edit.edited(snippet, Edit(line, what.becomes)), snippet.path, "exec", dont_inherit=True)
            except NOT_PYTHON as error:
                why = (*error.args, "nested too deep")[0]
                yield Problem(snippet.path, line, f"what-if: {what.label!r} is not Python: {why}.", "Fix it.")


def with_ranks(snippet: Snippet, count: int) -> Snippet:
    """A snippet that starts another number of ranks."""
    return dataclasses.replace(snippet, command=dataclasses.replace(snippet.command, ranks=count))
