"""The rules for questions, figures, calculators and topics. Each looks at all questions and yields problems."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from lockstep.markdown import calculator, decide, errors, figure, launch, modes, planner, practice, schedule_player
from lockstep.page import fences
from lockstep.problem import Problem, command
from lockstep.project import Project
from lockstep.question import bank, maths
from lockstep.question.question import Question
from lockstep.record import what_if
from lockstep.rules.bindings import answers_are_decided
from lockstep.rules.cues import (
    guesses_are_no_better_than_chance,
    numbers_are_asked_once,
    questions_give_nothing_away,
    shortness_tells_nothing,
)
from lockstep.rules.explanations import explanations_are_given
from lockstep.rules.links import CODE, LINK, dead
from lockstep.rules.premises import premises_are_given
from lockstep.rules.snippets import PYTHON
from lockstep.rules.spoilers import answers_are_not_in_view

CPU = "cpu"
_BRACES = re.compile(r"\{[^{}]+\}?")  # also one that is not closed
_NEGATED = re.compile(r"\b(NOT|EXCEPT|NEVER)\b|\b(?:(?i:which|what))\b[^.?]*?\b(not|except|never)\b[^.]*\?")


def examine(project: Project) -> list[Problem]:
    """All problems of the questions of a project, sorted."""
    questions, problems = bank.questions(project)
    for kind in (practice, figure, calculator, decide, launch, planner, schedule_player, modes, errors):
        problems += kind.problems(project)
    return sorted({*problems, *(problem for rule in RULES for problem in rule(project, questions))})


def ids_stand_once(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """No two questions have the same id, because a reader's answers are stored under it."""
    first: dict[str, Question] = {}
    for question in questions:
        if question.id and question.id in first:
            there = first[question.id]
            what = f"the id {question.id!r} is also that of {there.path}:{there.lines['id']}."
            yield Problem(question.path, question.lines["id"], what, "Give it one of its own.")
        first.setdefault(question.id, question)


def kinds_hold(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """The rules of each kind."""
    for question in questions:
        yield from question.problems(project)


def variants_are_true(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """The variants on record are of a snippet as it is now, hold what questions ask, and each line changes something.

    A snippet without variants on record is no problem yet.
    """
    asked = bank.asked_lines(questions)
    for snippet in project.snippets.values():
        yield from what_if.misplaced(snippet)
    for name in what_if.names(project.root, CPU):
        known = project.snippets.get(name)
        path = what_if.path_of(project.root, CPU, name).relative_to(project.root).as_posix()
        if known is None:
            yield Problem(path, 0, f"holds variants of {name}, which is not there.", "Delete it.")
        elif not (name in asked or what_if.is_offered(known)):
            yield Problem(path, 0, f"{name} is not varied, and no question asks for its lines.", "Delete it.")
        elif what_if.is_stale(known, CPU, asked.get(name, {})):
            what = "changed since its variants ran, or questions ask for others."
            yield Problem(known.path, 0, what, f"Run: {command('what-if', name)}")
        elif variants := what_if.current(known, CPU):
            yield from what_if.unexplained(known, variants.variants)


def stems_are_plain(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """A negation that decides the answer is in bold, because readers miss a small 'not'."""
    for question in questions:
        match = _NEGATED.search(CODE.sub("", question.ask))
        if match and question.options:
            word = match[1] or match[2]
            if not re.search(rf"\*\*[^*]*\b{word}\b[^*]*\*\*", question.ask):
                what = f"{word!r} decides the answer and is easily missed."
                yield question.problem(question.lines["ask"], what, f"Write **{word}**, or ask without it.")


def length_tells_nothing(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """On most questions of a page the right option must not be the longest."""
    by_page: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        if question.right_is_one_of_several and len(question.options) > 1:
            by_page[question.path].append(question)
    for path, page_questions in by_page.items():
        revealing = [question for question in page_questions if _right_is_longest(question)]
        count, total = len(revealing), len(page_questions)
        if count >= 3 and count * 2 > total:
            what = f"in {count} of {total} questions of this page the right option is the longest."
            yield Problem(path, revealing[0].line, what, "Shorten some, or lengthen a distractor.")


def _right_is_longest(question: Question) -> bool:
    right = [len(option.text) for option in question.options if option.right]
    wrong = [len(option.text) for option in question.options if not option.right]
    return len(right) == 1 and right[0] > max(wrong, default=0)


def answers_are_not_told_before(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """A `predict` or `debug` is above the run that shows its answer, as output or as highlighted key line."""
    shown: dict[tuple[str, str], list[int]] = defaultdict(list)
    for path, fence, embed in project.embeds():
        shown[path, embed.name].append(fence.line)
    for question in questions:
        above = [line for line in shown[question.path, question.run] if line < question.line]
        if question.told_by_its_run and above:
            what = f"its answer stands above it, at line {above[0]}."
            yield question.problem(question.line, what, "Move the question up.")


def code_is_run(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """Questions have no Python fences: their programs are snippets, which are run."""
    for question in questions:
        for key in question.blocks:
            for fence in fences(getattr(question, key)):
                if fence.kind in PYTHON:
                    todo = "Put it in a file under snippets/ and name it with 'run:'."
                    yield question.problem(question.lines[key] + fence.line, "this Python is not run.", todo)


def questions_link_somewhere(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """Each link of a question leads to a page that is there and, with an anchor, to a heading or question of it."""
    for question in questions:
        for link in [link for text in question.markdown() for link in LINK.findall(CODE.sub("", text))]:
            if wrong := dead(project, question.path, link):
                yield question.problem(_line_of(project, question, link), f"the link {link!r} {wrong}", "Fix it.")
        if question.read and not LINK.search(question.read):
            todo = "Write [what to read again](page.md#heading)."
            yield question.problem(question.lines["read"], "'read' is no link.", todo)


def _line_of(project: Project, question: Question, link: str) -> int:
    return _line_with(project, question, f"]({link}")


def _line_with(project: Project, question: Question, words: str) -> int:
    """The first line of its fence or below with these words, else that of the fence."""
    lines = project.texts[question.path].split("\n")
    return next((n for n in range(question.line, len(lines)) if words in lines[n - 1]), question.line)


def braces_are_filled(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """No text shows braces where a number belongs: they are filled where a number is drawn, and never in code."""
    for question in questions:
        for text in dict.fromkeys(question.markdown()):
            try:
                plain = maths.plain(text)
            except ValueError as error:
                line = _line_with(project, question, text[:12])
                yield question.problem(line, f"a formula in '{text[:40]}' {error}.", "Fix its LaTeX.")
                continue
            shown = _BRACES.findall(CODE.sub("", plain))
            shown += [braces for braces in _BRACES.findall(plain) if braces[1:-1].strip() in question.given]
            for braces in dict.fromkeys(shown):
                what = f"readers see {braces}, which nothing fills."
                todo = "Type the number, or draw one in 'given:' and put no braces in code."
                yield question.problem(_line_with(project, question, braces), what, todo)


def challenges_have_five(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """A challenge is five questions or more on its page, each with a hint and with what to read again."""
    for path, blocks in project.fences.items():
        starts = [fence.line for fence in blocks if fence.kind == "challenge"]
        page_questions = [question for question in questions if question.path == path]
        if not starts:
            continue
        if len(page_questions) < practice.IN_A_CHALLENGE:
            what = f"a challenge asks {practice.IN_A_CHALLENGE} questions; this page has {len(page_questions)}."
            yield Problem(path, starts[0], what, "Add some.")
        for question in page_questions:
            for key in ("hints", "read"):
                if key not in question.lines:
                    what = f"{key!r} is missing; a challenge offers it."
                    yield question.problem(question.line, what, f"Add '{key}:'.")
            if not question.can_be_marked:
                article = "an" if question.kind[0] in "aeiou" else "a"
                what = f"a challenge cannot mark {article} {question.kind}."
                yield question.problem(question.lines["kind"], what, "Take another kind.")


RULES: tuple[Callable[[Project, list[Question]], Iterator[Problem]], ...] = (
    ids_stand_once,
    kinds_hold,
    variants_are_true,
    answers_are_decided,
    premises_are_given,
    explanations_are_given,
    stems_are_plain,
    length_tells_nothing,
    shortness_tells_nothing,
    questions_give_nothing_away,
    guesses_are_no_better_than_chance,
    numbers_are_asked_once,
    answers_are_not_told_before,
    answers_are_not_in_view,
    code_is_run,
    questions_link_somewhere,
    braces_are_filled,
    challenges_have_five,
)
