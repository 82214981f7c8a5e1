"""All questions of a project, with what only it knows: answers out of records, lines of programs. Runs nothing."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import reader
from lockstep.question.question import Option, Question, Recorded
from lockstep.record import judge, output
from lockstep.record.record import Record, recorded_profiles
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet


def questions(project: Project, topic: str = "") -> tuple[list[Question], list[Problem]]:
    """All questions, or those of a topic, page by page from top to bottom, and what is wrong with them."""
    found: list[Question] = []
    problems: list[Problem] = []
    for path, fences in project.fences.items():
        for fence in fences if not topic or path.startswith(f"docs/{topic}/") else ():
            if fence.kind == "quiz":
                one, wrong = read(project, path, fence.line, fence.body)
                found.append(one)
                problems += wrong
    return found, problems


def read(project: Project, path: str, line: int, body: Sequence[str]) -> tuple[Question, list[Problem]]:
    """One question, whole: a `predict` with its answer from the record, a `debug` with the lines it asks about."""
    one, wrong = reader.read(path, line, tuple(body))
    problems = [*wrong, *_missing(project, one)]
    if problems:
        return one, problems
    if one.kind == "predict":
        return _predict(project, one, problems), problems
    if any(option.code for option in one.options):
        return _with_lines(project, one, problems), problems
    return one, problems


def _missing(project: Project, one: Question) -> list[Problem]:
    """What a question names that is not there."""
    problems = []
    named = [("run", one.run), ("broken", one.run), ("mended", one.mended), *(("proof", name) for name in one.proofs)]
    for key, name in named:
        if key in one.lines and name and not project.find(name):
            todo = did_you_mean(name, project.snippets)
            problems.append(Problem(one.path, one.lines[key], f"quiz {one.id!r}: no snippet {name}.", todo))
    program = project.find(one.run)
    if one.region and not (program and one.region in program.regions):
        regions = program.regions if program else ()
        what = f"quiz {one.id!r}: {one.run or 'a question without a program'} has no region {one.region!r}."
        problems.append(Problem(one.path, one.lines["region"], what, did_you_mean(one.region, regions)))
    return problems


def all_made(project: Project, one: Snippet) -> list[Record]:
    """The records of a snippet as it is now: of the CPU first, then of each other profile."""
    return [made for profile in recorded_profiles(project.root) if (made := project.record(one, profile))]


def made(project: Project, one: Snippet) -> Record | None:
    """The record a question reads: of the CPU, or of the first profile there is."""
    return next(iter(all_made(project, one)), None)


def _predict(project: Project, one: Question, problems: list[Problem]) -> Question:
    program = project.find(one.run)
    assert program  # _missing() has seen it
    found = made(project, program)
    if found is None:
        if not program.problems:
            todo = f"Run: nox -s record -- {one.run}"
            problems.append(Problem(one.path, one.lines["run"], f"quiz {one.id!r}: {one.run} is not on record.", todo))
        return one
    if one.log and not terminal(program, found):
        todo = "Set log = true in the program and record it."
        what = f"quiz {one.id!r}: the record of {one.run} has no log."
        problems.append(Problem(one.path, one.lines["log"], what, todo))
        return one
    answer, why_not = _answer(program, found, one.recorded)
    if why_not:
        problems.append(Problem(one.path, one.lines["answer"], f"quiz {one.id!r}: {why_not}", "Mend 'answer:'."))
        return one
    for wrong in one.options:
        if plain(wrong.text) == plain(answer):
            what = f"quiz {one.id!r}: this distractor is the answer, {answer!r}."
            problems.append(Problem(one.path, wrong.line, what, "Replace it."))
    right = Option(answer, one.why, right=True, code=not one.log, line=one.lines["answer"])
    return dataclasses.replace(one, options=(right, *one.options), why="")


def terminal(program: Snippet, made: Record) -> list[str]:
    """What a person sees of a run: torchrun's log, or of a job that hung the stack of each rank."""
    if made.end != "hang":
        return list(made.log)
    lines = []
    for number, rank in enumerate(made.ranks):
        lines += [f"[rank{number}]: {line}" for line in (*rank.stdout, *rank.stack)]
    return lines


def _answer(program: Snippet, found: Record, asked: Recorded) -> tuple[str, str]:
    """The answer as it was printed, or what is wrong with the place asked for."""
    if asked.guilty:
        guilty = judge.guilty(program, found)
        return ("", "the record tells no rank from the others.") if guilty is None else (f"rank {guilty}", "")
    if asked.rank >= len(found.ranks):
        return "", f"the record has no rank {asked.rank}; it has {len(found.ranks)}."
    rank = found.ranks[asked.rank]
    if not asked.line:
        error = output.raised(rank.stderr, program.path)
        return (str(error).splitlines()[0], "") if error else ("", f"rank {asked.rank} raised nothing.")
    if asked.line > len(rank.stdout):
        return "", f"rank {asked.rank} has no line {asked.line} on record; it printed {len(rank.stdout)}."
    line = rank.stdout[asked.line - 1]
    if not asked.find:
        return line.strip(), ""
    match = re.search(asked.find, line)
    return (match[1].strip(), "") if match and match[1] else ("", f"find: {asked.find!r} is not in {line!r}.")


def plain(text: str) -> str:
    """An option as a reader compares it: without markup, spaces, case, and zeros that change no number."""
    text = re.sub(r"[`*_\s]+", " ", text).strip().lower()
    return re.sub(r"\d+\.\d+", lambda number: number[0].rstrip("0").rstrip("."), text)


def _shown(one: Question, program: Snippet | None) -> range:
    span = program.regions.get(one.region) if program else None
    return range(span.first, span.last + 1) if span else range(1, 1_000_000)


def _with_lines(project: Project, one: Question, problems: list[Problem]) -> Question:
    """Options that are lines of the program, with their number."""
    name = next(iter(one.proofs), "") if one.kind == "order" else one.run
    program = project.find(name)
    options, last = [], 0
    for option in one.options:
        if not option.code:
            options.append(option)
            continue
        lines = [without_marker(line).strip() for line in program.lines] if program else []
        places = [number for number, line in enumerate(lines, 1) if line == option.text]
        if len(places) != 1:
            what = (
                f"quiz {one.id!r}: {name or 'no program'} has {len(places) or 'no'} such line{'s' * (len(places) > 1)}."
            )
            problems.append(Problem(one.path, option.line, what, "Copy one line of it that stands once."))
        elif one.kind == "debug" and places[0] not in _shown(one, program):
            what = f"quiz {one.id!r}: the region {one.region!r} does not show this line."
            problems.append(Problem(one.path, option.line, what, "Take a line that is shown."))
        elif one.kind == "order" and places[0] < last:
            what = f"quiz {one.id!r}: in {name} this line stands above the step before."
            problems.append(Problem(one.path, option.line, what, "Put the steps in the order of the proof."))
        last = max([last, *places[:1]])
        options.append(dataclasses.replace(option, number=places[0] if places else 0))
    return dataclasses.replace(one, options=tuple(options))
