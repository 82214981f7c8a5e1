"""Read a script or a notebook as Python source, or say in one line why it cannot be read."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import sys
import tokenize
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lockstep.problem import LockstepError, Problem

STDIN = "-"
_NAME_OF_STDIN = "<stdin>"
LARGEST = 4_000_000  # bytes; no training script has more
_DEEPEST = 400  # levels of brackets and blocks, above which Python's own parser may give up or take very long
_TRIES = 8  # lists of source lines in a notebook that a cell is compared with
_SKIPPED = {"__pycache__", "node_modules", "site-packages", "venv"}
# A line for IPython and what it goes on with: %time f(), !ls, ?print, print??, files = !ls; `% (a, b)` is Python's own.
_MAGIC = re.compile(
    r"^(\s*)((?:[A-Za-z_][\w., \[\]]*= *)?(?:%(?! *\()|!)(?:.*\\\n)*.*|\?.*|[A-Za-z_][\w.]*\?+)$", re.MULTILINE
)
_IN_PYTHON = re.compile(r"\s*%%(?:time|timeit|capture|prun)\b.*")  # a head below which a cell is Python of the notebook
_WRITTEN = re.compile(  # the head of a cell whose other lines go into a Python file of this name
    r"\s*%%(?:write)?file[ \t]+(?:(?:-a|--append)[ \t]+)?[\"']?(?P<name>[^\s\"']+\.py)[\"']?[ \t]*(?:\n|$)"
)
_NOTEBOOK = re.compile(rb'\s*\{\s*"(?:cells|metadata|nbformat)"')  # how one begins, and no script
SHARED = {  # the page has them too
    "largest": LARGEST,
    "deepest": _DEEPEST,
    "magic": _MAGIC.pattern,
    "inPython": _IN_PYTHON.pattern,
    "written": _WRITTEN.pattern.replace("(?P<", "(?<"),
    "notebook": _NOTEBOOK.pattern.decode(),
}
# What an older Python does not read: `type X = ...`, `def f[T]`, `class A[T]`; and f-strings that nest their own quotes
_NEWER = re.compile(r"\s*(?:type\s+\w+.*=|(?:async\s+)?def\s+\w+\[|class\s+\w+\[)")


@dataclass(frozen=True)
class Source:
    """The Python of one file.

    Attributes:
        path: as it was given.
        text: the code; of a notebook, its code cells one below the other.
        tree: its syntax tree.
        cells: of a notebook, the first line of each cell in `text` and the number of the cell, from 1.
        lines: of a notebook, the line of its file at which each line of `text` stands; 1 where that cannot be said.
        written: the Python files that cells of a notebook write, with as many lines as `text`.
    """

    path: str
    text: str
    tree: ast.Module
    cells: tuple[tuple[int, int], ...] = ()
    lines: tuple[int, ...] = ()
    written: tuple[Source, ...] = ()

    def in_file(self, line: int) -> int:
        """The line of the file at which a line of `text` stands."""
        if not self.cells:
            return line
        return self.lines[line - 1] if line <= len(self.lines) else 1

    def place(self, line: int, column: int) -> str:
        """`path:line:column`; of a notebook `path:cell N:line:column`, with the line in its cell."""
        cell, inside = self._inside(line)
        return f"{self.path}:{f'cell {cell}:' if cell else ''}{inside}:{column}"

    def cell(self, line: int) -> str:
        """`Cell N, line M` of a notebook; empty for a script."""
        cell, inside = self._inside(line)
        return f"Cell {cell}, line {inside}" if cell else ""

    def _inside(self, line: int) -> tuple[int, int]:
        start, cell = max((cell for cell in self.cells if cell[0] <= line), default=(1, 0))
        return cell, line - start + 1


def files(paths: Iterable[str]) -> Iterator[str]:
    """The Python files and notebooks that paths name; of a folder all below it, but for installed packages.

    `-` names standard input.

    Raises:
        LockstepError: a path is not there, or a folder holds none.
    """
    for path in paths:
        if path == STDIN or not Path(path).is_dir():
            yield path
            continue
        found = sorted(_below(path))
        if not found:
            raise LockstepError([Problem(path, 0, "holds no Python file and no notebook.", "Name a script.")])
        yield from found


def _below(folder: str) -> Iterator[str]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _SKIPPED and not name.startswith(".")]
        yield from (str(Path(parent, name)) for name in names if name.endswith((".py", ".ipynb")))


def read(path: str) -> Source:
    """Read one file, or standard input where the path is `-`.

    Raises:
        LockstepError: it cannot be read, or it is not Python 3.
    """
    try:
        if path == STDIN:
            path, data = _NAME_OF_STDIN, sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST + 1)
    except OSError as error:
        raise _refused(path, 0, f"cannot be read: {error.strerror}.", "Name a Python file or a notebook.") from error
    if len(data) > LARGEST:
        raise _refused(path, 0, f"has more than {LARGEST // 1_000_000} MB.", "Name the script alone.")
    return parse(path, data)


def parse(path: str, data: bytes) -> Source:
    """Take bytes as the file at `path`, which need not exist.

    Raises:
        LockstepError: they are not Python 3, nor a notebook of it.
    """
    cells: tuple[tuple[int, int], ...] = ()
    lines: tuple[int, ...] = ()
    files: list[str] = []
    if path.endswith(".ipynb") or _NOTEBOOK.match(data.removeprefix(b"\xef\xbb\xbf")):
        (text, *files), cells, lines = _notebook(path, data)
    else:
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
            text = data.decode(encoding)
        except (SyntaxError, UnicodeDecodeError, LookupError) as error:
            what = f"is not text that Python reads: {error}."
            raise _refused(path, 1, what, "Save it as UTF-8, or name another file.") from error
    written = tuple(_source(path, file, cells, lines) for file in files)
    return replace(_source(path, text, cells, lines), written=written)


def _source(path: str, text: str, cells: tuple[tuple[int, int], ...], lines: tuple[int, ...]) -> Source:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        if line := _deep(text):
            raise too_deep(Source(path, text, ast.Module([], []), cells).place(line, 1))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 0) or 0
        source = Source(path, text, ast.Module([], []), cells)
        place = source.place(line, getattr(error, "offset", 0) or 1) if line else path
        raise _refused(place, 0, *_not_python(error, text, line)) from error
    except (RecursionError, MemoryError) as error:
        raise too_deep(path) from error
    return Source(path, text, tree, cells, lines)


def _not_python(error: Exception, text: str, line: int) -> tuple[str, str]:
    """What is wrong with a line that does not parse, and what to do."""
    what = str(getattr(error, "msg", error)).rstrip(".?")
    written = text.split("\n")[line - 1] if line else ""
    if sys.version_info < (3, 12) and (_NEWER.match(written) or what.startswith("f-string")):
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        return (
            f"is not Python {version}, with which this check runs: {what}.",
            "If the script is for a newer Python, run the check with that; else fix the line.",
        )
    return f"is not Python 3: {what}.", "Fix the line, or name another file."


def too_deep(path: str) -> LockstepError:
    """The refusal of a script that nests deeper than can be read, at a path or a place in it."""
    return _refused(path, 0, "is nested too deep to be read.", "Split the expression or the chain of elif there.")


def _deep(text: str) -> int:
    """The line at which brackets nest too deep; 0 if none does."""
    depth = 0
    for at, character in enumerate(text):
        if character in "([{":
            depth += 1
            if depth > _DEEPEST:
                return text.count("\n", 0, at) + 1
        elif character in ")]}":
            depth = max(0, depth - 1)
    return 0


def _notebook(path: str, data: bytes) -> tuple[list[str], tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The code cells of a notebook as one text, lines of magic as `pass`; where each begins; each line in the file.

    Behind that text stand those of the Python files that cells write, on the lines of these cells.
    """
    try:
        raw = data.decode("utf-8-sig")
        whole = json.loads(raw)
        cells = whole["cells"]
        code = [(i, _joined(cell["source"])) for i, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
        language = whole.get("metadata", {}).get("kernelspec", {}).get("language", "python")
    except json.JSONDecodeError as error:
        what = f"is not JSON, as a notebook is: {error.msg}."
        raise _refused(path, error.lineno, what, "Save the notebook anew; a part of it may be missing.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _refused(path, 0, "is not a notebook of version 4.", "Save it anew, or name a .py file.") from error
    if "python" not in str(language).lower():
        raise _refused(path, 0, f"is a notebook of {language}.", "Name a notebook of Python.")
    parts: dict[str, list[str]] = {"": []}  # the notebook, and the files that it writes, by name
    starts = []
    in_file: list[int] = []
    heads = _heads(raw, [cell.get("source") for cell in cells])
    for number, text in code:
        start, count = len(parts[""]), len(text.splitlines())
        starts.append((start + 1, number))
        name, lines = _part(text)
        parts.setdefault(name, [""] * start)
        for other, above in parts.items():
            above += lines if other == name else [""] * count
        head = heads[number - 1]
        in_file += range(head, head + count) if head and count == len(cells[number - 1]["source"]) else [1] * count
    return ["\n".join(lines) + "\n" for lines in parts.values()], tuple(starts), tuple(in_file)


def _part(text: str) -> tuple[str, list[str]]:
    """The name of the Python file that a cell writes, or "", and its lines; empty ones in place of no Python."""
    lines = text.splitlines()
    if match := _WRITTEN.match(text):
        heads = len(match[0].splitlines())
        return match["name"], [""] * heads + lines[heads:]
    return "", _python(text).splitlines() if _is_python(text) else [""] * len(lines)


def _is_python(text: str) -> bool:
    return not text.lstrip().startswith("%%") or bool(_IN_PYTHON.match(text))


def _python(text: str) -> str:
    """The code of a cell with as many lines, and `pass` for those of IPython."""
    return _MAGIC.sub(lambda magic: f"{magic[1]}pass" + "\n" * magic[2].count("\n"), text)


def _heads(raw: str, sources: list[object]) -> list[int]:
    """The line of the file at which the first line of each cell stands; 0 if the file has not one line for each.

    All cells are looked for in their order, so that a cell is not taken for an equal one before it.
    """
    rows = [row.strip().removesuffix(",") for row in raw.split("\n")]
    openings = [at for at, row in enumerate(rows, 1) if row.endswith('"source": [')]
    found = []
    left = 0
    for source in sources:
        items = source if isinstance(source, list) else []
        tried = range(left, min(left + _TRIES, len(openings)) if items else left)
        fits = (n for n in tried if [_text(row) for row in rows[openings[n] : openings[n] + len(items)]] == items)
        fit = next(fits, -1)
        found.append(openings[fit] + 1 if fit >= 0 else 0)
        left = max(left, fit + 1)
    return found


def _text(row: str) -> object:
    """The string that a line of JSON holds; None if it holds anything else."""
    try:
        return json.loads(row) if row.startswith('"') else None
    except ValueError:
        return None


def _joined(text: object) -> str:
    if isinstance(text, list) and all(isinstance(line, str) for line in text):
        return "".join(text)
    if isinstance(text, str):
        return text
    raise TypeError


def _refused(path: str, line: int, what: str, todo: str) -> LockstepError:
    return LockstepError([Problem(path, line, what, todo)])
