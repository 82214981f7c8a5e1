"""Notebook pages: Markdown whose `python` fences are cells, and the executed notebook that is kept beside them. Pure.

The `.ipynb` is what a reader downloads and the record at once: it holds what each cell printed, where and when, bound
by a digest to the code of the cells. Its prose is that of the page, so it is written anew when the page changes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lockstep.engine.job import ANSI
from lockstep.page import FRONT, OURS, Fence, fences, front_matter

FORMAT = 1
CELL = "python"
_WRITTEN = re.compile(r"(Writing|Overwriting) \S+")  # what %%writefile says
_CODE = r"(?<!`)(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"
_LINK = re.compile(rf"(?s){_CODE}|(?<!!)\[(?P<shown>(?:`[^`]*`|[^\[\]`])+)\]\((?![a-z]+:)[^)]*\)")
_HIDDEN = {"jupyter": {"source_hidden": True}, "_kg_hide-input": True}  # JupyterLab and Kaggle fold these cells


@dataclass(frozen=True)
class Made:
    """What the cells of a notebook printed, one text a cell, in which environment and when."""

    key: str
    outputs: tuple[str, ...]
    date: str
    environment: dict[str, str]


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


def printed(output: Sequence[dict]) -> str:
    """The text of the outputs of a cell, as it stands in an executed notebook."""
    text = ""
    for one in output:
        part = one.get("text", one.get("data", {}).get("text/plain", ""))
        text += "".join(part) + ("" if one.get("output_type") == "stream" else "\n")
    lines = ANSI.sub("", text).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines if not _WRITTEN.fullmatch(line.strip())).strip("\n")


def read(path: Path) -> Made | None:
    """What is on record, or None where it is missing, of another version, or was edited by hand."""
    try:
        table = json.loads(path.read_text("utf-8"))
        facts = table["metadata"]["lockstep"]
        found = [cell["outputs"] for cell in table["cells"] if cell["cell_type"] == "code"]
        made = Made(facts["key"], tuple(map(printed, found)), facts["date"], facts["environment"])
        return made if facts["digest"] == _digest(made) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def with_outputs(text: str, made: Made) -> str:
    """The page with what each cell printed below it."""
    lines = text.split("\n")
    longest = max([7, *(len(run) for output in made.outputs for run in re.findall("~+", output))])
    fence = "~" * (longest + 1)  # no output closes it
    for cell, output in reversed(list(zip(cells(text), made.outputs, strict=True))):
        if output:
            block = ["", f"{fence} {{.text .ls-printed}}", *output.split("\n"), fence, ""]
            lines[cell.line + 1 + len(cell.body) : cell.line + 1 + len(cell.body)] = block
    return "\n".join(lines)


def ipynb(text: str, made: Made) -> str:
    """The executed notebook as the text of an `.ipynb` file."""
    facts = {"key": made.key, "date": made.date, "environment": made.environment, "digest": _digest(made)}
    table = {
        "cells": [dict(cell, id=f"cell-{number}") for number, cell in enumerate(_cells(text, made), 1)],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "lockstep": facts,
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _cells(text: str, made: Made) -> list[dict]:
    """Cells in the order of the page. Fences that only the site can show are left out, links into it are plain text."""
    lines, found = text.split("\n"), list[dict]()
    done = len(match[0].split("\n")) - 1 if (match := FRONT.match(text)) else 0
    prose: list[str] = []
    outputs = iter(made.outputs)
    folded = 0  # how many <details> are open
    for block in fences(text):
        prose += lines[done : block.line - 1]
        done = block.line + 1 + len(block.body)
        if block.kind == CELL and not block.indent:
            found += _prose(prose)
            folded += sum(line.count("<details") - line.count("</details>") for line in prose)
            prose.clear()
            found.append(_code(block, next(outputs), number=len([c for c in found if c["cell_type"] == "code"]) + 1))
            found[-1]["metadata"] = _HIDDEN if folded else {}
        elif block.kind not in OURS:
            prose += lines[block.line - 1 : done]
    return found + _prose([*prose, *lines[done:]])


def _prose(lines: list[str]) -> list[dict]:
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    text = re.sub(r"<details[^>]*><summary>(.*?)</summary>|</details>", r"\1", text)
    text = _LINK.sub(lambda found: found["shown"] or found[0], text).strip()
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


def _digest(made: Made) -> str:
    facts = [made.key, made.outputs, made.date, made.environment]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
