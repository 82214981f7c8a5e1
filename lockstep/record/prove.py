"""Test the proofs: take a snippet's key line out and run it. A proof that still holds proves nothing."""

from __future__ import annotations

import ast
import contextlib
import dataclasses

from lockstep.engine.engine import Engine
from lockstep.problem import Problem
from lockstep.record import judge, output, record
from lockstep.record.recorder import Outcome
from lockstep.snippet.snippet import Snippet

TIMEOUT = 10.0  # seconds beyond twice its own; without its key line a snippet often waits for ever, a failure too
_NO_PROOF = {"NameError", "UnboundLocalError", "SyntaxError", "IndentationError", "ImportError", "ModuleNotFoundError"}


def prove_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Run a snippet as it is, then without its key lines."""
    run, scratch = engine.run(snippet)
    problems = judge.problems(snippet, run, judge.rank_records(snippet, run, scratch))
    problems = problems or without_key_lines(engine, snippet)
    return Outcome("no proof" if problems else "proved", problems)


def without_key_lines(engine: Engine, snippet: Snippet) -> list[Problem]:
    """Run a snippet that passes without each of its key lines in turn: each must fail, and not for a missing name."""
    return [p for line in snippet.key_lines if (p := _survives(engine, snippet, line))]


def without(source: str, line: int) -> str:
    """The source without the statement that begins or ends at a line; the head of a block becomes `if True:`."""
    lines = source.split("\n")
    statements = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    node = next((node for node in statements if line in (node.lineno, _head_end(node))), None)
    first, last = (node.lineno, _head_end(node)) if node else (line, line)
    text = lines[first - 1]
    indent = text[: len(text) - len(text.lstrip())]
    stand_in = "if True:" if node is not None and _is_block(node) else "pass"
    lines[first - 1 : last] = [indent + stand_in] + [""] * (last - first)
    return "\n".join(lines)


def _is_block(node: ast.stmt) -> bool:
    """Whether a statement has a head of its own, with the body on the lines below it."""
    return isinstance(getattr(node, "body", None), list) and node.body[0].lineno > node.lineno  # type: ignore[attr-defined]


def _head_end(node: ast.stmt) -> int:
    """Last line of a simple statement, or of the head of a block."""
    if _is_block(node):
        return node.body[0].lineno - 1  # type: ignore[attr-defined]
    return node.end_lineno or node.lineno


def _limit(engine: Engine, snippet: Snippet) -> float:
    """Seconds for a run without a key line: a slow snippet must reach its assert, or the limit is all that fails."""
    made = None
    with contextlib.suppress(record.BadRecord):
        made = record.read(snippet.root, engine.profile, snippet.name)
    return min(snippet.needs.timeout, TIMEOUT + 2 * (made.seconds if made else 0))


def _survives(engine: Engine, snippet: Snippet, line: int) -> Problem | None:
    mutant = without(snippet.source, line).encode()
    changed = dataclasses.replace(snippet, needs=dataclasses.replace(snippet.needs, timeout=_limit(engine, snippet)))
    run, scratch = engine.run(changed, files={**snippet.files, snippet.path: mutant})
    ranks = judge.rank_records(changed, run, scratch)
    found = judge.problems(changed, run, ranks)
    if not found:
        todo = "Mark the line that the assert depends on, or mend the assert."
        return Problem(snippet.path, line, "without this line the proof still holds.", todo)
    error = output.raised(ranks[run.first].stderr, snippet.path) if run.first is not None else None
    if error and error.type in _NO_PROOF:
        todo = "Write it so that the line can go and only the claim fails, such as model = wrap(model)."
        return Problem(snippet.path, line, f"without this line it stops with {error.type}: that proves nothing.", todo)
    return None
