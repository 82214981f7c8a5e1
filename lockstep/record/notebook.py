"""Notebook pages: Markdown whose `python` fences are cells, and the executed notebook that is kept beside each.

The `.ipynb` is both what a reader downloads and the record of the run: it holds what each cell printed, where and when,
with the digest of the code of the cells. Its text is that of the page, so it is written again when the page changes.
Reads only; `notebook_runner` executes and writes.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated

from lockstep.engine.job import ANSI
from lockstep.page import FRONT, NUMBER_LINK, OURS, Fence, fences, front_matter
from lockstep.problem import Problem, command, visible
from lockstep.record import schema
from lockstep.record.record import BadRecord, Date, Digest, Environment, Seconds, is_date
from lockstep.record.schema import Count, Text, Unreadable

FORMAT = 1  # of the digest of the code
CELL = "python"
_WRITTEN = re.compile(r"(Writing|Overwriting) \S+")  # what %%writefile says
_CODE = r"(?<!`)(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"
_LINK = re.compile(rf"(?s){_CODE}|(?<!!)\[(?P<shown>(?:`[^`]*`|[^\[\]`])+)\]\((?![a-z]+:)[^)]*\)")
_HIDDEN = {"jupyter": {"source_hidden": True}, "_kg_hide-input": True}  # JupyterLab and Kaggle fold these cells
MOST_BYTES = 1 << 20  # of an executed notebook; the largest of this project has 17 KB
Output = Annotated[str, Text(100_000, lines=True)]


@dataclass(frozen=True)
class NotebookRecord:
    """What the cells of a notebook printed, one text a cell, in which environment and when.

    `seconds` is how long that took, 0 where it is not known. It serves to split work evenly, and no digest covers it.
    """

    key: Digest
    outputs: Annotated[tuple[Output, ...], Count(0, 200)]
    date: Date
    environment: Environment
    seconds: Seconds = 0.0


@dataclass(frozen=True)
class Notebook:
    """A notebook page: its path under the root, such as docs/ddp/try.md, and its text."""

    root: Path
    path: str
    text: str

    @property
    def name(self) -> str:
        """What to call it on a command line: ddp/try."""
        return PurePosixPath(self.path.removeprefix("docs/")).with_suffix("").as_posix()

    @property
    def file(self) -> Path:
        """The executed notebook, an `.ipynb` beside the page."""
        return (self.root / self.path).with_suffix(".ipynb")

    @functools.cached_property
    def key(self) -> str:
        """Digest of the code of its cells."""
        return key(self.text)

    def record(self) -> NotebookRecord | None:
        """What is on record of the cells as they are now, or None."""
        record = read(self.file)
        return record if record and record.key == self.key else None

    def stale(self) -> Problem | None:
        """Why the cells must be executed again; None where they need not."""
        repair = f"Run: {command('record', self.name)}"
        try:
            record = load(self.file)
        except BadRecord as error:
            return Problem(self.file.relative_to(self.root).as_posix(), 0, f"{error}.", repair)
        if record is None:
            return Problem(self.path, 0, "has no executed notebook.", repair)
        return None if record.key == self.key else Problem(self.path, 0, "changed since it was executed.", repair)

    def outdated(self) -> Problem | None:
        """What to do where the outputs are those of the cells as they are now, and the text is not that of the page."""
        record = self.record()
        if record is None or self.file.read_text("utf-8") == ipynb(self.text, record):
            return None
        repair = f"Run: {command('record', '--changed', self.name)}"
        return Problem(self.path, 0, "its notebook holds older text.", repair)


def is_notebook(text: str) -> bool:
    """Whether a page is a notebook: its front matter names a kernel."""
    front = front_matter(text)
    return "kernelspec" in front or "kernelspec:" in front.get("jupyter", "")


def cells(text: str) -> list[Fence]:
    """The cells of a page, from top to bottom."""
    return [block for block in fences(text) if block.kind == CELL and not block.indent]


def key(text: str) -> str:
    """Digest of the code of all cells: prose may change without a new run."""
    sources = [list(cell.body) for cell in cells(text)]
    return hashlib.sha256(json.dumps([FORMAT, sources]).encode()).hexdigest()


def printed(outputs: Sequence[dict]) -> str:
    """The text of the outputs of a cell, as it stands in an executed notebook."""
    text = ""
    for output in outputs:
        part = output.get("text", output.get("data", {}).get("text/plain", ""))
        text += "".join(part) + ("" if output.get("output_type") == "stream" else "\n")
    lines = visible(ANSI.sub("", text).replace("\r\n", "\n")).split("\n")
    return "\n".join(line.rstrip() for line in lines if not _WRITTEN.fullmatch(line.strip())).strip("\n")


def read(path: Path) -> NotebookRecord | None:
    """What is on record, or None where it is missing or cannot be trusted."""
    try:
        return load(path)
    except BadRecord:
        return None


def load(path: Path) -> NotebookRecord | None:
    """What is on record, or None where there is no file.

    Raises:
        BadRecord: it is no executed notebook, of another version, or was edited by hand.
    """
    try:
        table = schema.read_json(path, MOST_BYTES)
        facts = dict(table["metadata"]["lockstep"])
        digest = facts.pop("digest")
        outputs = [printed(cell["outputs"]) for cell in table["cells"] if cell["cell_type"] == "code"]
    except FileNotFoundError:
        return None
    except Unreadable as error:
        raise BadRecord(str(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord("is no executed notebook, or is of another version") from error
    record, faults = schema.build(NotebookRecord, facts | {"outputs": outputs})
    if record is None:
        raise BadRecord(schema.in_words(faults))
    if digest != _digest(record) or not is_date(record.date):
        raise BadRecord("was edited by hand, or is of another version")
    return record


def unclaimed(root: Path, notebooks: Sequence[Notebook]) -> Iterator[Problem]:
    """Executed notebooks whose page is not there, or is no notebook."""
    pages = {notebook.file for notebook in notebooks}
    for path in sorted((root / "docs").rglob("[!.]*.ipynb")):
        shown = path.relative_to(root)
        if path not in pages and not any(part.startswith(".") for part in shown.parts):
            yield Problem(shown.as_posix(), 0, "has no page that names a kernel.", "Delete it.")


def below_cells(text: str, blocks: Sequence[str]) -> str:
    """A page with a block of Markdown below each cell; an empty one adds nothing."""
    lines = text.split("\n")
    for cell, block in reversed(list(zip(cells(text), blocks, strict=True))):
        if block:
            end = cell.line + 1 + len(cell.body)
            lines[end:end] = ["", *block.split("\n"), ""]
    return "\n".join(lines)


def ipynb(text: str, record: NotebookRecord) -> str:
    """The executed notebook as the text of an `.ipynb` file."""
    facts: dict[str, object] = {
        "key": record.key,
        "date": record.date,
        "environment": record.environment,
        "digest": _digest(record),
    }
    if record.seconds:
        facts["seconds"] = record.seconds
    table = {
        "cells": [dict(cell, id=f"cell-{number}") for number, cell in enumerate(_cells(text, record), 1)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "lockstep": facts,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cells(text: str, record: NotebookRecord) -> list[dict]:
    """Cells in the order of the page. Fences that only the site can show are left out, links into it are plain text."""
    lines, cells = text.split("\n"), list[dict]()
    done = len(match[0].split("\n")) - 1 if (match := FRONT.match(text)) else 0
    prose: list[str] = []
    outputs = iter(record.outputs)
    folded = 0  # how many <details> are open
    for block in fences(text):
        prose += lines[done : block.line - 1]
        done = block.line + 1 + len(block.body)
        if block.kind == CELL and not block.indent:
            cells += _prose(prose)
            folded += sum(line.count("<details") - line.count("</details>") for line in prose)
            prose.clear()
            cells.append(_code(block, next(outputs), number=len([c for c in cells if c["cell_type"] == "code"]) + 1))
            cells[-1]["metadata"] = _HIDDEN if folded else {}
        elif block.kind not in OURS:
            prose += lines[block.line - 1 : done]
    return cells + _prose([*prose, *lines[done:]])


def _prose(lines: list[str]) -> list[dict]:
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    text = re.sub(r"<details[^>]*><summary>(.*?)</summary>|</details>", r"\1", text)
    text = NUMBER_LINK.sub(r"\g<text>", text)
    text = _LINK.sub(lambda match: match["shown"] or match[0], text).strip()
    return [{"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}] if text else []


def _code(block: Fence, output: str, number: int) -> dict:
    source = "\n".join(block.body)
    stream = {"name": "stdout", "output_type": "stream", "text": (output + "\n").splitlines(keepends=True)}
    return {
        "cell_type": "code",
        "execution_count": number,
        "metadata": {},
        "outputs": [stream] if output else [],
        "source": source.splitlines(keepends=True),
    }


def _digest(record: NotebookRecord) -> str:
    facts = [record.key, record.outputs, record.date, record.environment]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
