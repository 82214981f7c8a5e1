"""Edits of a program that a reader may ask about: without a line, or with another one in its place. Pure."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass

from lockstep.snippet.key_line import statement_at, without, without_marker
from lockstep.snippet.snippet import Region, Snippet
from lockstep.snippet.what_if import WhatIf

_BLOCKS = (ast.With, ast.AsyncWith, ast.If)  # without such a head, what stands below it runs all the same
_STATEMENTS = (ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Raise, ast.Break, ast.Continue)
_SILENT = re.compile(  # what every program or training loop says, whether or not its output depends on it
    r"\b(print|destroy_process_group|manual_seed|set_num_threads|sleep|set_device|zero_grad|train|eval|no_grad"
    r"|simplefilter|barrier|monotonic|perf_counter|assert_close)\(|\.grad = None|\bcuda\b"
)


@dataclass(frozen=True)
class Edit:
    """Another text for a statement.

    Attributes:
        line: where the statement begins or ends, from 1.
        text: what stands there instead; empty for nothing.
        label: what an author calls the edit; empty where the line is only taken out.
    """

    line: int
    text: str = ""
    label: str = ""


def edits(snippet: Snippet) -> list[Edit]:
    """The edits to try: each key line, each other statement that readers see and that can go, those of the author.

    A statement is taken out once, and has one edit of each label.
    """
    tree = ast.parse(snippet.source)
    missing = _bound_once(tree)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and _is_shown(snippet, node)]
    named = [(place(snippet, what), what) for what in snippet.needs.what_if if what.label]
    tried = [
        *(Edit(number, key.instead) for number, key in snippet.key_lines.items()),
        *(Edit(node.lineno) for node in nodes if _can_go(snippet, node, missing)),
        *(Edit(line, what.becomes, what.label) for line, what in named if line),
    ]
    first: dict[tuple[int, str], Edit] = {}
    for change in tried:
        first.setdefault((statement_at(tree, change.line)[0], change.label), change)
    return list(first.values())


def edited(snippet: Snippet, change: Edit) -> str:
    """The source with an edit, of as many lines."""
    return without(snippet.source, change.line, change.text)


def place(snippet: Snippet, what: WhatIf) -> int:
    """The line, from 1, whose code is that of an author's edit; 0 if there is none or more than one.

    Of lines with the same code it is the only one that readers see, or the only one of these that is no key line.
    """
    lines = [number for number, text in enumerate(snippet.lines, 1) if code_of(text) == what.line]
    shown = [number for number in lines if any(r.first <= number <= r.last for r in snippet.regions.values())]
    others = [number for number in shown if number not in snippet.key_lines]
    return next((numbers[0] for numbers in (lines, shown, others) if len(numbers) == 1), 0)


def code_of(line: str) -> str:
    """A line of a program without its indent, its marker and its comment."""
    return without_marker(line).partition("  # ")[0].strip()


def stays(snippet: Snippet) -> dict[int, str]:
    """By line, why the program does the same without it, as its author says."""
    return {place(snippet, what): what.stays for what in snippet.needs.what_if if what.stays}


def is_silent(snippet: Snippet, line: int) -> bool:
    """Whether a line is of those that stand in every program, such as `model.train()`: it may change nothing."""
    return bool(_SILENT.search(snippet.lines[line - 1]))


def _is_shown(snippet: Snippet, node: ast.stmt) -> bool:
    whole = Region(snippet.body_line, len(snippet.lines))
    regions = snippet.regions.values() or (whole,)
    return any(region.first <= node.lineno and _head_end(node) <= region.last for region in regions)


def _head_end(node: ast.stmt) -> int:
    """Last line of a simple statement, or of the head of a block."""
    body = getattr(node, "body", None)
    if isinstance(body, list) and body[0].lineno > node.lineno:
        return body[0].lineno - 1
    return node.end_lineno or node.lineno


def _can_go(snippet: Snippet, node: ast.stmt, missing: set[str]) -> bool:
    if isinstance(node, _BLOCKS):
        text = snippet.lines[node.lineno - 1].lstrip()
        return text.startswith(("if ", "with ")) and "__name__" not in text
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Constant):
            return False
        return not (isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "print")
    return isinstance(node, _STATEMENTS) and not missing & set(_names(node, ast.Store))


def _bound_once(tree: ast.Module) -> set[str]:
    """Names that one statement alone gives a value and that are used: without it the program only lacks the name."""
    bound = Counter(_names(tree, ast.Store))
    arguments = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return {name for name in _names(tree, ast.Load) if bound[name] == 1 and name not in arguments}


def _names(tree: ast.AST, context: type[ast.expr_context]) -> list[str]:
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, context)]
