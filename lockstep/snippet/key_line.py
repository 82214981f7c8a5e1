"""The marker `# key line`: find it, strip it from what readers see, and write the program without the line. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lockstep.expression import NOT_PYTHON
from lockstep.problem import Problem
from lockstep.snippet.named_assert import without_name
from lockstep.snippet.statements import statements

Span = tuple[int, int, bool]  # first and last line of a statement, or of the head of a block, and whether it is one
MARKER = "# key line"
_ENDING = r"hang|SIG[A-Z]+|exit [1-9]\d*|[A-Za-z_][\w.]*: \S(?:.*\S)?"
_MARKED = re.compile(
    rf"\s*{MARKER}(?:(?:(?P<otherwise>, else:)(?P<instead>.*?))?(?:\s+-> (?P<ending>{_ENDING}))?|(?P<rest>.*\S))\s*$"
)
_MEANT = re.compile(r"#\s*key[\s_-]*lines?\b", re.I)
# Errors of a program that only lacks the line: to end with one of them proves nothing.
PROVES_NOTHING = frozenset(
    {"NameError", "UnboundLocalError", "SyntaxError", "IndentationError", "ImportError", "ModuleNotFoundError"}
)


@dataclass(frozen=True)
class KeyLine:
    """What a marker says of the test of the proof.

    Attributes:
        instead: what stands there instead, or "" for nothing.
        ending: how the program then ends, as in `expect`: "RuntimeError: words of its message", "hang", "SIGABRT" or
            "exit 3"; "" where an assert fails, or where the claim is how the program ends.
    """

    instead: str = ""
    ending: str = ""


def key_lines(lines: list[str]) -> dict[int, KeyLine]:
    """The marked lines by number, with what their markers say."""
    matches = {number: _MARKED.search(line) for number, line in enumerate(lines, 1) if MARKER in line}
    return {
        number: KeyLine((match["instead"] or "").strip(), match["ending"] or "")
        for number, match in matches.items()
        if match
    }


def meant(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Comments that are no marker and look like one: each line, and the comment."""
    for number, line in enumerate(lines, 1):
        if match := _MEANT.search(line):
            yield number, match[0]


def without_marker(line: str) -> str:
    """A line as a page shows it: without `# key line` and what may follow it, and without the name of an assert."""
    return without_name(_MARKED.sub("", line, count=1) if MARKER in line else line)


def without(source: str, line: int, instead: str = "", tree: ast.Module | None = None) -> str:
    """The source with another text for the statement that begins or ends at a line.

    Args:
        source: a whole program.
        line: where the statement begins or ends, from 1; of a block it is the head that is replaced.
        instead: the new text, indented as the statement was; when empty `pass`, or `if True:` for the head of a block,
            or nothing for a line inside a statement, such as an argument.
        tree: the program as parsed, where that has been done.

    Returns:
        A program with as many lines.
    """
    lines = source.split("\n")
    tree = tree or ast.parse(source)
    first, last, is_block = statement_at(tree, line)
    is_statement = is_block or not _is_inside(tree, line)
    text = lines[first - 1]
    indent = text[: len(text) - len(text.lstrip())]
    stand_in = instead or ("if True:" if is_block else "pass" if is_statement else "")
    lines[first - 1 : last] = [indent + stand_in] + [""] * (last - first)
    return "\n".join(lines)


def problems(path: str, source: str, tree: ast.Module) -> Iterator[Problem]:
    """What is wrong with the markers of a program."""
    for number, line in enumerate(source.split("\n"), 1):
        match = _MARKED.search(line) if MARKER in line else None
        if match and match["rest"]:
            todo = f"Write '{MARKER}' or '{MARKER}, else: STATEMENT' at the end of the line; behind it, where that is "
            todo += "how it ends then, '-> hang' or '-> ERROR: words of its message'."
            yield Problem(path, number, f"'{MARKER}' is followed by {match['rest'].strip()!r}.", todo)
        elif match and match["otherwise"]:
            yield from _wrong_else(path, source, tree, number, match["instead"].strip())
        elif match and not _is_python(without(source, number, "", tree)):
            todo = f"Say what stands there instead: '{MARKER}, else: …'; or mark the end of the whole statement."
            yield Problem(path, number, "is a key line without which this is not Python.", todo)
        error = match["ending"].partition(":")[0] if match and match["ending"] else ""
        if error in PROVES_NOTHING:
            todo = f"Say what stands there instead, such as '{MARKER}, else: sampler = None'."
            yield Problem(path, number, f"'-> {error}' proves nothing: the line is only missing.", todo)
        elif error == "AssertionError":
            yield Problem(path, number, "names an AssertionError.", "Name none: a proof that fails is what must come.")


def _wrong_else(path: str, source: str, tree: ast.Module, number: int, instead: str) -> Iterator[Problem]:
    first, last, _ = statement_at(tree, number)
    statement = "".join(map(without_marker, source.split("\n")[first - 1 : last]))
    if not instead:
        todo = f"Write the statement that stands there instead, or '{MARKER}' alone."
        yield Problem(path, number, "says nothing after 'else:'.", todo)
    elif "".join(instead.split()) == "".join(statement.split()):
        todo = "Write what the program would say without its key line."
        yield Problem(path, number, f"'else: {instead}' repeats the key line.", todo)
    else:
        try:
            compile(without(source, number, instead, tree), path, "exec", dont_inherit=True)
        except NOT_PYTHON as error:
            todo = "Write a statement that can take the place of the key line; for the head of a block, a head."
            yield Problem(
                path, number, f"'else: {instead}' is not Python here: {(*error.args, 'nested too deep')[0]}.", todo
            )


def _is_python(source: str) -> bool:
    try:
        compile(source, "snippet", "exec", dont_inherit=True)
    except NOT_PYTHON:
        return False
    return True


def statement_at(tree: ast.Module, line: int) -> Span:
    """First and last line of the statement, or of the head of the block, that begins or ends at a line; is it a block?

    A line at which no statement begins or ends stands for itself.
    """
    return span_at(spans(tree), line)


def spans(tree: ast.Module) -> Iterator[Span]:
    """The lines of each statement, and of the head of each block."""
    yield from ((node.lineno, _head_end(node), _is_block(node)) for node in statements(tree))


def span_at(spans: Iterable[Span], line: int) -> Span:
    """The lines that begin or end at a line; a line at which none do stands for itself."""
    return next((span for span in spans if line in span[:2]), (line, line, False))


def _is_inside(tree: ast.Module, line: int) -> bool:
    """Whether a line is part of a statement that begins above it and ends below it."""
    nodes = [*statements(tree)]
    if any(line in (node.lineno, _head_end(node)) for node in nodes):
        return False
    return any(node.lineno < line < _head_end(node) for node in nodes)


def _is_block(node: ast.stmt) -> bool:
    """Whether a statement has a head of its own, with the body on the lines below it."""
    return isinstance(getattr(node, "body", None), list) and node.body[0].lineno > node.lineno  # type: ignore[attr-defined]


def _head_end(node: ast.stmt) -> int:
    """Last line of a simple statement, or of the head of a block."""
    if _is_block(node):
        return node.body[0].lineno - 1  # type: ignore[attr-defined]
    return node.end_lineno or node.lineno
