"""The fences that use questions, `challenge` and `review`, which become marked Markdown, and how far a reader is."""

from __future__ import annotations

import posixpath
import re
import secrets
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from markupsafe import Markup

from lockstep.markdown.conversion import Conversion
from lockstep.page import Fence
from lockstep.problem import BlockProblem, LockstepError, Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import bank, yaml_lines
from lockstep.question.kinds.card import Card
from lockstep.question.kinds.explain import Explain
from lockstep.question.question import Question

IN_A_CHALLENGE = 5  # problems that are asked; a page may hold more, of which each run draws so many
KINDS = ("challenge", "mixed", "review")
_KEYS = {
    "challenge": {"topic": r"[a-z0-9-]+", "badge": r"[^|{}]{3,40}", "seconds": r"\d{2,3}", "attempts": r"[123]"},
    "mixed": {},
    "review": {},
}
_MARK = f"{{ls-{secrets.token_hex(8)}-"  # nobody can type it, and it is gone before a page is whole
START, PART, END = f"{_MARK}question ", f"{_MARK}part ", f"{_MARK}end}}"
OPEN, CLOSE = f"{_MARK}open ", f"{_MARK}close}}"
_LINK = re.compile(r"(?<=\]\()(?!/|[a-z]+:)(?P<target>[^)#\s]*)(?P<anchor>#[^)\s]*)?(?=[)\s])")
# They are as wide as the page
AT_THE_MARGIN = (
    "quiz", *KINDS, "errors", "log", "script-field", "evidence", "torch", "map", "decide", "planner-table",
)  # fmt: skip


def problems(project: Project) -> Iterator[Problem]:
    """What is wrong with the challenge and review fences of a project, and with the indent of others."""
    for path, fence in project.blocks(*AT_THE_MARGIN):
        yield from misplaced(path, fence)
        if fence.kind in KINDS:
            yield from _read(path, fence)[1]
            yield from _mistaken(project, path, fence)


def misplaced(path: str, fence: Fence) -> list[Problem]:
    """A problem if a fence that is as wide as the page is in a list or a quote."""
    what, todo = f"a {fence.kind} stands at the left margin.", "Take it out of the list or quote."
    return [Problem(path, fence.line, what, todo)] if fence.kind in AT_THE_MARGIN and fence.indent else []


def _mistaken(project: Project, path: str, fence: Fence) -> Iterator[Problem]:
    topic = _read(path, fence)[0].get("topic", "")
    if topic and f"docs/{topic}/index.md" not in project.texts:
        topics = {page.split("/")[1] for page in project.texts if page.count("/") == 2}
        yield Problem(path, fence.line + 1, f"no topic {topic}.", did_you_mean(topic, topics))
    elif fence.kind == "challenge" and not path.startswith(f"docs/{topic}/"):
        yield Problem(path, fence.line + 1, f"this page is not in the topic {topic}.", "Name its own topic.")


def _read(path: str, fence: Fence) -> tuple[dict[str, str], list[Problem]]:
    """The keys of a fence with their values, and what is wrong with them."""
    keys, problems = _KEYS[fence.kind], list[BlockProblem]()
    table = yaml_lines.parse(fence.body, problems) if keys else yaml_lines.Table()
    for key in table:
        if key not in keys:
            problems.append((table.lines[key], f"a {fence.kind} has no key {key!r}.", did_you_mean(key, keys)))
        elif not re.fullmatch(keys[key], str(table[key])):
            problems.append((table.lines[key], f"{key}: {table[key]!r} is wrong.", "See the contributing guide."))
    problems += [(table.line, f"{key!r} is missing.", f"Add '{key}:'.") for key in keys if key not in table]
    return {key: str(value) for key, value in table.items()}, fence.placed(path, problems)


def _options(conversion: Conversion, fence: Fence) -> dict[str, str]:
    """The keys of a fence with their values.

    Raises:
        LockstepError: something is wrong with them.
    """
    values, problems = _read(conversion.path, fence)
    problems += _mistaken(conversion.project, conversion.path, fence)
    if problems:
        raise LockstepError(problems)
    return values


def title(project: Project, topic: str) -> str:
    """The name of a topic or of a folder of programs, as its sheet gives it; "Bench" for `bench`, which has none."""
    places = [f"docs/{topic}/index.md", f"docs/machines/{topic}.md"] if topic else ["docs/index.md"]
    titles = [project.pages[place].title for place in places if place in project.pages]
    return next(filter(None, titles), topic.capitalize())


def challenge(conversion: Conversion, fence: Fence) -> list[str]:
    """A `challenge` fence as marked Markdown. Each of these raises LockstepError where something is wrong."""
    options = _options(conversion, fence)
    topic, badge = options["topic"], options["badge"]
    values = {"topic": topic, "title": title(conversion.project, topic), "badge": badge}
    values |= {"seconds": options["seconds"], "attempts": options["attempts"], "ask": str(IN_A_CHALLENGE)}
    minutes = f"{int(options['seconds']) / 60:g} minutes"
    text = (
        f"Five problems, {minutes} and up to {options['attempts']} attempts each. "
        "The clock can be switched off or slowed. "
        f"All five right at the first attempt earn the badge **{badge}**, "
        "unless answers of them were shown to you that day."
    )
    return ["", _open("ls-challenge", values), "", text, "", CLOSE, ""]


def progress(project: Project, topic: str) -> Markup:
    """What the script counts of a topic to show how far a reader is; until then, how many questions there are."""
    questions = _sound(project, topic)
    challenges = (_read(path, f)[0] for path, f in project.blocks("challenge") if path.startswith(f"docs/{topic}/"))
    badge = next(challenges, {}).get("badge", "")
    values = {"topic": topic, "questions": _keys(questions), "badge": badge}
    attribute = Markup(' data-{}="{}"')
    attributes = Markup("").join(attribute.format(key, value) for key, value in values.items() if value)
    count = f"{len(questions)} question{'s' * (len(questions) != 1)}"
    return Markup("<ls-progress{}>{}</ls-progress>").format(attributes, count)


def review(conversion: Conversion, fence: Fence) -> list[str]:
    """A `review` fence: all questions that need no page, topic by topic. The script takes its queue from them."""
    _options(conversion, fence)
    questions = [question for question in _sound(conversion.project) if not question.page_only]
    lines = ["", _open("ls-review", {}), ""]
    for topic in dict.fromkeys(question.topic for question in questions):
        of_topic = [question for question in questions if question.topic == topic]
        values = {"topic": topic, "questions": _keys(of_topic)}
        sheet = relative(conversion.path, f"docs/{topic}/index.md" if topic else "docs/index.md", "")
        lines += [_open("section", values), "", f"## [{title(conversion.project, topic)}]({sheet})", ""]
        for question in of_topic:
            lines += marked(conversion, question)
        lines += [CLOSE, ""]
    return [*lines, CLOSE, ""]


def mixed(conversion: Conversion, fence: Fence) -> list[str]:
    """A `mixed` fence: which problems each topic has. The questions themselves are those that a review loads."""
    _options(conversion, fence)
    questions = [question for question in _sound(conversion.project) if question.topic and _is_problem(question)]
    lines = ["", _open("ls-mixed", {}), ""]
    for topic in dict.fromkeys(question.topic for question in questions):
        of_topic = " ".join(f"{one.id}:{one.kind}:{one.level}" for one in questions if one.topic == topic)
        values = {"topic": topic, "problems": of_topic, "script": f"../assets/review/{topic}.js"}
        sheet = relative(conversion.path, f"docs/{topic}/index.md", "")
        lines += [_open("section", values), "", f"[{title(conversion.project, topic)}]({sheet})", "", CLOSE, ""]
    return [*lines, CLOSE, ""]


def _is_problem(question: Question) -> bool:
    """Whether a question has an answer that a clock can wait for, and needs no page."""
    return not isinstance(question, Card | Explain) and not question.page_only


def _sound(project: Project, topic: str = "") -> list[Question]:
    """The questions without problems; the problems of others are reported on their own page."""
    read = (
        bank.read(project, path, fence.line, fence.body)
        for path, fence in project.blocks("quiz")
        if not topic or path.startswith(f"docs/{topic}/")
    )
    return [question for question, problems in read if not problems]


def marked(conversion: Conversion, question: Question) -> list[str]:
    """A question as marked Markdown, by its number in the conversion; `quiz` builds its elements."""
    conversion.questions.append(question)
    lines = ["", f"{START}{len(conversion.questions) - 1}}}", ""]
    for part in question.blocks:
        text = rebased(question, question.marked(getattr(question, part)), conversion.path)
        lines += [f"{PART}{part}}}", "", *text.split("\n"), ""] if text else []
    return [*lines, END, ""]


def _keys(questions: Iterable[Question]) -> str:
    """The questions as the scripts know them: id and digest of each."""
    return " ".join(f"{question.id}:{question.key}" for question in questions)


def rebased(question: Question, text: str, here: str = "docs/index.md") -> str:
    """A text of a question with its links rewritten for the page `here`."""
    return _LINK.sub(lambda link: _from(here, question.path, link["target"], link["anchor"] or ""), text)


def _from(here: str, path: str, target: str, anchor: str) -> str:
    there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    return relative(here, there, anchor)


def relative(here: str, there: str, anchor: str) -> str:
    """A link from page to page as Markdown writes it; `anchor` is empty or begins with `#`."""
    return anchor if here == there and anchor else posixpath.relpath(there, posixpath.dirname(here)) + anchor


def _open(tag: str, values: dict[str, str]) -> str:
    return OPEN + tag + "".join(f"|{key}={quote(value)}" for key, value in values.items()) + "}"
