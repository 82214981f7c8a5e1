"""The `torch` fence: defaults, warnings and deprecations of torch that the site states, and where it states them.

```torch
defaults:
- {file: utils/data/distributed.py, symbol: DistributedSampler.__init__, parameter: shuffle, value: "True",
   pages: {errors/sampler-and-shuffle.md: ["`DistributedSampler` shuffles by default"]}}
warnings:
- {file: optim/lr_scheduler.py, symbol: LRScheduler.step, words: Detected call of,
   pages: {batch-size/deep.md: [PyTorch warns that the schedule]}}
constants, deprecations: of the form of `warnings`
programs:
- {program: ddp/launch_is_deprecated.py, check: 'says("deprecated")', pages: {ddp/deep.md: [which is deprecated since]}}
others:
- {why: of a tool beside torch, pages: {ddp/perf.md: [The nccl-tests report it by default]}}
```

A program is one on record, and its check an assert about that run (`lockstep.record.asserts`), for what is in C++. A
page is one below docs/. Its words stand on it once, each holding the "default", "warns" or "deprecated" that it binds.
"""

from __future__ import annotations

import functools
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from lockstep.markdown.conversion import Conversion
from lockstep.markdown.practice import misplaced
from lockstep.page import Fence
from lockstep.problem import BlockProblem, LockstepError, Problem
from lockstep.project import Project
from lockstep.question import yaml_lines
from lockstep.question.fields import Fields
from lockstep.question.torch_source import VERSION
from lockstep.question.yaml_lines import Items, Table, Text

_NEEDED = {
    "defaults": ("file", "symbol", "parameter", "value"),
    "constants": ("file", "symbol", "words"),
    "warnings": ("file", "symbol", "words"),
    "deprecations": ("file", "symbol", "words"),
    "programs": ("program", "check"),
    "others": ("why",),
}
_TITLES = {
    "defaults": "Defaults of parameters",
    "constants": "Values in the code",
    "warnings": "Warnings",
    "deprecations": "Deprecations",
    "programs": "What programs show",
}


@dataclass(frozen=True, kw_only=True)
class Row:
    """One fact about torch, or with `why` a reason for words that state none.

    Attributes:
        path, line: where the row stands.
        kind: "defaults", "constants", "warnings", "deprecations", "programs" or "others".
        pages: the words by which each page states it, by the path of the page under the root.
    """

    path: str
    line: int
    kind: str
    pages: dict[str, tuple[str, ...]]
    file: str = ""
    symbol: str = ""
    parameter: str = ""
    value: str = ""
    words: str = ""
    program: str = ""
    check: str = ""
    why: str = ""


def rows(project: Project) -> tuple[list[Row], list[Problem]]:
    """The rows of all `torch` fences of a project, and what is wrong with those left out."""
    known, wrong = list[Row](), list[Problem]()
    for path, fence in project.blocks("torch"):
        of_fence, problems = _read(path, fence)
        known += of_fence
        wrong += problems
    return known, wrong


@functools.lru_cache(maxsize=16)  # the rules ask for the table again and again
def _read(path: str, fence: Fence) -> tuple[list[Row], list[Problem]]:
    problems = list[BlockProblem]()
    table = yaml_lines.parse(fence.body, problems)
    fields = Fields(table, problems)
    for key in table.keys() - _NEEDED:
        fields.problem(table.lines[key], f"there is no list {key!r}.", f"It has: {', '.join(_NEEDED)}.")
    known = []
    for kind, needed in _NEEDED.items():
        for item in fields.tables(kind, needed, optional=("pages",)):
            values = {key: str(item[key]) for key in needed}
            pages = _pages(fields, item)
            known.append(Row(path=path, line=fence.line + 1 + item.line, kind=kind, pages=pages, **values))
    return known, fence.placed(path, problems, "torch: ")


def _pages(fields: Fields, item: Table) -> dict[str, tuple[str, ...]]:
    """The words of each page."""
    pages = item.get("pages")
    if not isinstance(pages, Table) or not all(_are_texts(words) for words in pages.values()):
        fields.problem(item.line, "pages: this is wrong.", "Write 'pages: {ddp/deep.md: [words of that page]}'.")
        return {}
    return {f"docs/{page}": tuple(words) for page, words in pages.items()}


def _are_texts(value: object) -> bool:
    return isinstance(value, Items) and bool(value) and all(isinstance(words, Text) and words for words in value)


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """The fence as Markdown: a table for each list, with links to the pages.

    Raises:
        LockstepError: something is wrong with the fence.
    """
    known, problems = _read(conversion.path, fence)
    if problems := misplaced(conversion.path, fence) or problems:
        raise LockstepError(problems)
    parts = [_section(conversion, kind, [row for row in known if row.kind == kind]) for kind in _TITLES]
    return "\n\n".join(filter(None, parts)).split("\n")


_LAST = {"defaults": "Default", "programs": "What it does"}


def _section(conversion: Conversion, kind: str, known: list[Row]) -> str:
    if not known:
        return ""
    first = "Program" if kind == "programs" else f"In torch {VERSION}"
    last = _LAST.get(kind, "Words of it")
    head = f"## {_TITLES[kind]}\n\n| {first} | {last} | Stated on |\n| --- | --- | --- |\n"
    return head + "\n".join(_line(conversion, row) for row in known)


def _line(conversion: Conversion, row: Row) -> str:
    if row.program:
        cite, said = f"`{row.program}`", f"`{row.check}`"
    else:
        cite = f"[`{row.symbol}`](torch:{row.file}#{row.symbol})"
        said = f"`{row.parameter}={row.value}`" if row.parameter else row.words
    return f"| {cite} | {said.replace('|', chr(92) + '|')} | {', '.join(_links(conversion, row))} |"


def _links(conversion: Conversion, row: Row) -> Iterator[str]:
    for path in row.pages:
        page = conversion.project.pages.get(path)
        title = page.title if page else path
        shown = title.replace("|", "\\|")
        yield f"[{shown}]({posixpath.relpath(path, posixpath.dirname(conversion.path))})"
