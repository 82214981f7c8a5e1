"""The rules for questions, figures, calculators and topics. Each looks at all and yields problems; reads only."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from lockstep.markdown import calculator, errors, figure, modes, practice
from lockstep.page import FRONT, fences
from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import bank, yaml_lines
from lockstep.question.question import Question
from lockstep.rules.snippets import PYTHON

IN_A_CHALLENGE = 5
_CODE = re.compile(r"```.*?```|``.*?``|`[^`]*`", re.S)
_LINK = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?([^)\s>]+)")
_NEGATED = re.compile(r"\b(NOT|EXCEPT|NEVER)\b|\b(?:(?i:which|what))\b[^.?]*?\b(not|except|never)\b[^.]*\?")


def examine(project: Project) -> list[Problem]:
    """All problems of the questions of a project, sorted."""
    found, problems = bank.questions(project)
    for kind in (practice, figure, calculator, modes, errors):
        problems += kind.problems(project)
    return sorted({*problems, *(problem for rule in RULES for problem in rule(project, found))})


def ids_stand_once(project: Project, found: list[Question]) -> Iterator[Problem]:
    """An id is one question's: a reader's answers are kept under it."""
    first: dict[str, Question] = {}
    for one in found:
        if one.id and one.id in first:
            there = first[one.id]
            what = f"the id {one.id!r} is also that of {there.path}:{there.lines['id']}."
            yield Problem(one.path, one.lines["id"], what, "Give it one of its own.")
        first.setdefault(one.id, one)


def kinds_hold(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """The rules of each kind."""
    for question in questions:
        yield from question.problems(project)


def stems_are_plain(project: Project, found: list[Question]) -> Iterator[Problem]:
    """A negation that decides the answer is seen: readers miss a small 'not'."""
    for one in found:
        match = _NEGATED.search(_CODE.sub("", one.ask))
        if match and one.options:
            word = match[1] or match[2]
            if not re.search(rf"\*\*[^*]*\b{word}\b[^*]*\*\*", one.ask):
                what = f"quiz {one.id!r}: {word!r} decides the answer and is easily missed."
                yield Problem(one.path, one.lines["ask"], what, f"Write **{word}**, or ask without it.")


def length_tells_nothing(project: Project, found: list[Question]) -> Iterator[Problem]:
    """On most questions of a page the right option must not be the longest."""
    by_page: dict[str, list[Question]] = defaultdict(list)
    for one in found:
        if one.right_is_one_of_several and len(one.options) > 1:
            by_page[one.path].append(one)
    for path, ones in by_page.items():
        told = [one for one in ones if _right_is_longest(one)]
        if len(told) >= 3 and len(told) * 2 > len(ones):
            what = f"in {len(told)} of {len(ones)} questions of this page the right option is the longest."
            yield Problem(path, told[0].line, what, "Shorten some, or lengthen a distractor.")


def _right_is_longest(one: Question) -> bool:
    right = [len(option.text) for option in one.options if option.right]
    wrong = [len(option.text) for option in one.options if not option.right]
    return len(right) == 1 and right[0] > max(wrong, default=0)


def answers_are_not_told_before(project: Project, found: list[Question]) -> Iterator[Problem]:
    """A `predict` stands above the output it asks for, a `debug` above the run whose key line is highlighted."""
    shown = [(path, fence.line, asked) for path, fence, asked in project.embeds()]
    for one in found:
        above = [line for path, line, asked in shown if path == one.path and asked.name == one.run and line < one.line]
        if one.told_by_its_run and above:
            what = f"quiz {one.id!r}: its answer stands above it, at line {above[0]}."
            yield Problem(one.path, one.line, what, "Move the question up.")


def code_is_run(project: Project, found: list[Question]) -> Iterator[Problem]:
    """Python in a question comes from snippets/ too."""
    for one in found:
        for key in one.blocks:
            for fence in fences(getattr(one, key)):
                if fence.kind in PYTHON:
                    what = f"quiz {one.id!r}: this Python is not run."
                    line = one.lines[key] + fence.line
                    yield Problem(one.path, line, what, "Put it in a file under snippets/ and name it with 'run:'.")


def links_lead_somewhere(project: Project, found: list[Question]) -> Iterator[Problem]:
    """Each link of a question leads to a page that is there and, with an anchor, to a heading or question of it."""
    for one in found:
        for link in [link for text in one.markdown() for link in _LINK.findall(_CODE.sub("", text))]:
            problem = _dead(project, one, link)
            if problem:
                what = f"quiz {one.id!r}: the link {link!r} {problem}"
                yield Problem(one.path, _line_of(project, one, link), what, "Mend it.")
        if one.read and not _LINK.search(one.read):
            what = f"quiz {one.id!r}: 'read' is no link."
            yield Problem(one.path, one.lines["read"], what, "Write [what to read again](page.md#heading).")


def _dead(project: Project, one: Question, link: str) -> str:
    if re.match(r"[a-z]+:", link):
        return ""
    target, _, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(one.path), target)) if target else one.path
    if path not in project.texts:
        return "" if (project.root / path).is_file() else f"leads to no page; there is no {path}."
    if anchor and anchor not in project.pages[path].anchors:
        return f"leads to no place on {path}. {did_you_mean(anchor, project.pages[path].anchors)}"
    return ""


def _line_of(project: Project, one: Question, link: str) -> int:
    lines = project.texts[one.path].split("\n")
    return next((n for n in range(one.line, len(lines)) if f"]({link}" in lines[n - 1]), one.line)


def challenges_have_five(project: Project, found: list[Question]) -> Iterator[Problem]:
    """A challenge is five questions on its page, each with a hint and with what to read again."""
    for path, blocks in project.fences.items():
        starts = [fence.line for fence in blocks if fence.kind == "challenge"]
        ones = [one for one in found if one.path == path]
        if not starts:
            continue
        if len(ones) != IN_A_CHALLENGE:
            what = f"a challenge has {IN_A_CHALLENGE} questions; this page has {len(ones)}."
            yield Problem(path, starts[0], what, "Add or move some.")
        for one in ones:
            for key in ("hints", "read"):
                if key not in one.lines:
                    what = f"quiz {one.id!r}: {key!r} is missing; a challenge offers it."
                    yield Problem(path, one.line, what, f"Add '{key}:'.")
            if not one.can_be_marked:
                article = "an" if one.kind[0] in "aeiou" else "a"
                what = f"quiz {one.id!r}: a challenge cannot mark {article} {one.kind}."
                yield Problem(path, one.lines["kind"], what, "Take another kind.")


def front_matter_is_yaml(project: Project, found: list[Question]) -> Iterator[Problem]:
    """What stands above a page can be read: a builder would print it as text otherwise, and say nothing."""
    for path, page in project.pages.items():
        match = FRONT.match(page.text)
        wrong = list[yaml_lines.Found]()
        if match:
            yaml_lines.parse(match["front"].split("\n"), wrong)
        for line, what, todo in wrong:
            yield Problem(path, line + 2, f"front matter: {what}", todo)


RULES: tuple[Callable[[Project, list[Question]], Iterator[Problem]], ...] = (
    ids_stand_once,
    kinds_hold,
    stems_are_plain,
    length_tells_nothing,
    answers_are_not_told_before,
    code_is_run,
    links_lead_somewhere,
    challenges_have_five,
    front_matter_is_yaml,
)
