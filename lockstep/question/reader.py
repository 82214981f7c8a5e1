"""Read the body of a `quiz` fence into a question; all that is wrong with it comes at once, with its line. Pure."""

from __future__ import annotations

import functools

from lockstep.problem import BlockProblem, Problem, did_you_mean
from lockstep.question import yaml_lines
from lockstep.question.kinds import KINDS
from lockstep.question.question import Question
from lockstep.question.quiz_fields import COMMON, QuizFields


@functools.lru_cache(maxsize=4096)
def read(path: str, line: int, body: tuple[str, ...]) -> tuple[Question, tuple[Problem, ...]]:
    """The question of a fence, and its problems. `line` is that of the fence on the page.

    Kept, because a build asks for each question several times: its page, the review, the progress of its topic.
    """
    problems: list[BlockProblem] = []
    table = yaml_lines.parse(body, problems)
    question = _question(QuizFields(path, line, table, problems)) if table else Question(path, line)
    name = f"quiz {question.id!r}: " if question.id else "quiz: "
    return question, tuple(Problem(path, line + 1 + at, name + what, todo) for at, what, todo in problems)


def _question(fields: QuizFields) -> Question:
    kind = KINDS.get(fields.one_of("kind", tuple(KINDS)), Question)
    _check_keys(fields, kind)
    question = kind(**fields.common() | kind.own_fields(fields))
    if fields.choices and not kind.draws:
        fields.problem(fields.table.lines["given"], "only a number can be drawn anew.", "Give fixed numbers.")
    if question.kind and not question.is_proved:
        todo = "Name a snippet whose assert carries the claim, or arithmetic that is true."
        fields.problem(fields.table.line, "'proof' is missing.", todo)
    return question


def _check_keys(fields: QuizFields, kind: type[Question]) -> None:
    """Tell of keys that a kind does not have, and of those that it lacks."""
    table = fields.table
    own = kind.takes if kind.kind else [key for known in KINDS.values() for key in known.takes]
    allowed = {*COMMON, *own}
    for key in table:
        if key not in allowed:
            what = f"a {kind.kind or 'quiz'} has no key {key!r}."
            fields.problem(table.lines[key], what, did_you_mean(key, allowed))
    for key in ("id", "ask", *kind.needs):
        if key not in table:
            fields.problem(table.line, f"{key!r} is missing.", f"Add '{key}:'.")
