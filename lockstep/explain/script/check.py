"""Check scripts: read each, search it with all rules, leave out what a comment ignores."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

from lockstep.explain.script.event import Event, Facts
from lockstep.explain.script.reader import facts
from lockstep.explain.script.rule import Rule, rules
from lockstep.explain.script.source import Source, files, read, too_deep
from lockstep.problem import LockstepError, Problem, failure

_TESTS = {"unittest", "pytest", "TestCase"}  # in tests of a library the costs that notes tell of do not matter
_IGNORE = re.compile(r"#\s*lockstep:\s*ignore(?:\[([^\]]*)\])?")
SHARED = {"tests": sorted(_TESTS), "ignore": _IGNORE.pattern}  # the page has them too


@dataclass(frozen=True)
class Report:
    """A mistake in a script.

    Attributes:
        rule: the rule that found it.
        path: the file; line and column: from 1, of a notebook those of its code cells put together.
        place: the same as text, of a notebook with the number of the cell.
        in_file: the line of the file: of a notebook that of its JSON, or 1 where the code has no line of its own.
        cell: of a notebook, `Cell 3, line 2`; else empty.
        what: the sentence, with the name of what was found.
    """

    rule: Rule
    path: str
    line: int
    column: int
    place: str
    in_file: int
    cell: str
    what: str


def check(paths: Iterable[str]) -> tuple[list[Report], list[Problem]]:
    """Check files and folders: the reports, and the problems of files that cannot be read."""
    reports, problems = [], []
    try:
        for path in files(paths):
            try:
                reports += check_source(read(path))
            except LockstepError as error:
                problems += error.problems
            except Exception as error:  # a bug here hides nothing of the next file
                problems.append(failure(path, 0, error))
    except LockstepError as error:
        problems += error.problems
    return reports, problems


def check_source(source: Source) -> list[Report]:
    """What the rules find in one file, in the order of its lines.

    Raises:
        LockstepError: the script is nested too deep to be read.
    """
    reports = [report for one in (source, *source.written) for report in _reports(one)]
    once: dict[tuple[int, int, str], Report] = {}  # two calls of one chain begin at the same place
    for report in reports:
        once.setdefault((report.line, report.column, report.rule.name), report)
    return [once[place] for place in sorted(once)]


def _reports(source: Source) -> list[Report]:
    found = _facts(source)
    lines = source.text.split("\n")  # as Python counts them: a form feed ends none
    return [
        _report(rule, source, event)
        for rule in rules()
        if rule.level != "note" or not found.words & _TESTS
        for event in rule.search(found)
        if not _ignored(lines, event.line, rule)
    ]


def _facts(source: Source) -> Facts:
    try:
        return facts(source.tree)
    except RecursionError as error:
        raise too_deep(source.place(_deepest(source.tree), 1)) from error


def _deepest(tree: ast.Module) -> int:
    """The line at which the deepest part of a script begins."""
    nodes: list[tuple[ast.AST, int]] = [(tree, 1)]  # level by level, so the last ones are the deepest
    while nodes:
        line = nodes[0][1]
        nodes = [(child, getattr(child, "lineno", at)) for node, at in nodes for child in ast.iter_child_nodes(node)]
    return line


def _report(rule: Rule, source: Source, event: Event) -> Report:
    return Report(
        rule=rule,
        path=source.path,
        line=event.line,
        column=event.column,
        place=source.place(event.line, event.column),
        in_file=source.in_file(event.line),
        cell=source.cell(event.line),
        what=rule.what.replace("{name}", event.last),
    )


def _ignored(lines: list[str], line: int, rule: Rule) -> bool:
    comment = _IGNORE.search(lines[line - 1]) if line <= len(lines) else None
    if comment is None:
        return False
    return comment[1] is None or rule.name in re.split(r"[\s,]+", comment[1])
