"""All questions of a project, whole: what only records and programs know is filled in. Runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lockstep.problem import Problem, did_you_mean, failure
from lockstep.project import Project
from lockstep.question import reader
from lockstep.question.question import Question


def questions(project: Project, topic: str = "") -> tuple[list[Question], list[Problem]]:
    """All questions, or those of a topic, page by page from top to bottom, and what is wrong with them."""
    key = ("questions", topic)
    if key not in project.kept:  # each page of a topic asks for those of the topic
        here = [(path, f) for path, f in project.blocks("quiz") if not topic or path.startswith(f"docs/{topic}/")]
        read_all = [read(project, path, fence.line, fence.body) for path, fence in here]
        project.kept[key] = [question for question, _ in read_all], [one for _, wrong in read_all for one in wrong]
    questions, problems = project.kept[key]
    return list(questions), list(problems)


def asked_lines(questions: Sequence[Question]) -> dict[str, dict[int, list[str]]]:
    """The texts that questions want to be run in the place of lines of snippets, by snippet and line."""
    asked: dict[str, dict[int, list[str]]] = {}
    for question in questions:
        for line, texts in question.asked.items():
            asked.setdefault(question.run, {}).setdefault(line, []).extend(texts)
    return asked


def read(project: Project, path: str, line: int, body: Sequence[str]) -> tuple[Question, list[Problem]]:
    """One question, whole: a `predict` with its answer from the record, a `debug` with the lines it asks about."""
    fence = ("question", path, line, tuple(body))
    if fence not in project.kept:  # its page, the review, the map and the evidence ask for it
        project.kept[fence] = _read(project, path, line, tuple(body))
    question, problems = project.kept[fence]
    return question, list(problems)


def _read(project: Project, path: str, line: int, body: tuple[str, ...]) -> tuple[Question, list[Problem]]:
    question, wrong = reader.read(path, line, body)
    problems = [*wrong, *_missing(project, question)]
    if problems:
        return question, problems
    try:
        return question.completed(project)
    except Exception as error:  # a bug of Lockstep must not hide the other questions
        return question, [failure(path, line, error)]


def _missing(project: Project, question: Question) -> Iterator[Problem]:
    """What a question names that is not there."""
    for key, name in question.programs:
        if key in question.lines and name and not project.find(name):
            todo = did_you_mean(name, project.snippets)
            yield question.problem(question.lines[key], f"no snippet {name}.", todo)
    program = project.find(question.run)
    if question.region and not (program and question.region in program.regions):
        what = f"{question.run or 'a question without a program'} has no region {question.region!r}."
        todo = did_you_mean(question.region, program.regions if program else ())
        yield question.problem(question.lines["region"], what, todo)
